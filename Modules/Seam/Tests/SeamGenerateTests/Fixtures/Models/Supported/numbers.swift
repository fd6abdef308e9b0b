import Foundation

/// @model
struct Numbers: Equatable {
    /// @json
    let int: Int
    /// @json
    let small: Int8
    /// @json
    let wide: Swift.Int64
    /// @json
    let unsigned: UInt64
    /// @json
    let byte: UInt8
    /// @json
    let double: Double
    /// @json
    let float: Float
    /// @json
    let decimal: Decimal
    /// @json
    let flag: Bool
}

func checkNumbers() async throws {
    let text =
        #"{"byte":255,"decimal":0.1,"double":0.5,"flag":true,"float":1.5,"int":-1,"small":-128,"#
        + #""unsigned":18446744073709551615,"wide":9223372036854775807}"#
    let numbers = try NumbersJSON.parse(Data(text.utf8)).value
    expect(String(decoding: try NumbersJSON(numbers).data(), as: UTF8.self) == text)
    expect(try NumbersRecord(numbers).model() == numbers)
    let wrong = text.replacing("255", with: "256").replacing("true", with: "1").replacing("-128", with: "0.5")
    expect(
        failure { try NumbersJSON.parse(Data(wrong.utf8)) }
            == "small is unreadable, byte is unreadable, flag is unreadable"
    )
}
