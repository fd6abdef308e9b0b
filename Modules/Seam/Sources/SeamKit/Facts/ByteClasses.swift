/// The class of each of the 256 bytes.
///
/// The table is in the program's constant data: a `switch` took half as long again, and an array would be reference-counted and
/// bounds-checked at every byte.
struct ByteClasses {
    /// A class of bytes; its code is the character that represents it in the table.
    struct Class: Equatable {
        fileprivate let code: UInt8

        static let space = Class(code: UInt8(ascii: " "))
        static let newline = Class(code: UInt8(ascii: "n"))
        /// The bytes that may start a name: letters, `_`, `$` and everything that is not ASCII.
        static let letter = Class(code: UInt8(ascii: "a"))
        static let digit = Class(code: UInt8(ascii: "0"))
        static let quote = Class(code: UInt8(ascii: "q"))
        static let slash = Class(code: UInt8(ascii: "/"))
        static let pound = Class(code: UInt8(ascii: "#"))
        static let bracket = Class(code: UInt8(ascii: "("))
    }

    /// 64 bytes in each row.
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
