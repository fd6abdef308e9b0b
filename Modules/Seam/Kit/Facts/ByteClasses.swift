/// What kind of byte each of the 256 is.
///
/// A table in the text of the program: a `switch` took half as long again, and an array would be counted and checked
/// at every byte.
struct ByteClasses {
    /// A kind of byte; its code is the character that stands for it in the table.
    struct Class: Equatable {
        fileprivate let code: UInt8

        static let space = Class(code: UInt8(ascii: " "))
        static let newline = Class(code: UInt8(ascii: "n"))
        /// What a name may start with: letters, `_`, `$` and all that is not ASCII.
        static let letter = Class(code: UInt8(ascii: "a"))
        static let digit = Class(code: UInt8(ascii: "0"))
        static let quote = Class(code: UInt8(ascii: "q"))
        static let slash = Class(code: UInt8(ascii: "/"))
        static let pound = Class(code: UInt8(ascii: "#"))
        static let bracket = Class(code: UInt8(ascii: "("))
    }

    /// 64 bytes a row.
    private static let table: StaticString = """
         ........ n   .................. .q#a...((...../0000000000......\
        .aaaaaaaaaaaaaaaaaaaaaaaaaa(.(.a.aaaaaaaaaaaaaaaaaaaaaaaaaa(.(..\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
        aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        """

    private let start = Self.table.utf8Start

    /// - Parameter byte: 0 to 255.
    @inline(__always)
    subscript(byte: Int) -> Class { Class(code: start[byte]) }
}
