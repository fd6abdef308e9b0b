import Foundation

/// @model
public struct Voucher: Equatable {
    /// @json
    public let code: String
    /// @json @lenient
    public let until: [Date]
    /// @json
    public let kind: Kind

    /// @model
    public enum Kind: Sendable { case gift, thanks }
}

func checkAccess() async throws {
    let voucher = try VoucherJSON.parse(Data(#"{"code":"A","until":[],"kind":"gift"}"#.utf8)).value
    expect(voucher == Voucher(code: "A", until: [], kind: .gift))
}
