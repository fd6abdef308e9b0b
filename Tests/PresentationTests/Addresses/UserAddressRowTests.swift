import Domain
import Foundation
import Presentation
import Testing

@Suite("The row of an address")
struct UserAddressRowTests {
    @Test("A row has the address's label, recipient and identity, and the address itself")
    func parts() throws {
        let address = try UserAddress.sample("A-7")
        let row = UserAddressRow(address, formats: .british)

        #expect(row.id == AddressID("A-7"))
        #expect(row.label == "Home")
        #expect(row.recipient == "Ada Example")
        #expect(row.address == address)
    }

    @Test(
        "The last line is the country in the reader's language, or its code where it has no name",
        arguments: [
            ("en_GB", "DE", "Germany"),
            ("de_DE", "DE", "Deutschland"),
            ("ja_JP", "DE", "ドイツ"),
            ("ar_EG", "DE", "ألمانيا"),
            ("en_GB", "QQ", "QQ"),
        ]
    )
    func country(locale: String, code: String, name: String) throws {
        let address = try UserAddress.sample(country: code)
        let row = UserAddressRow(address, formats: try Formats(locale))
        #expect(row.lines == address.postal.lines + [name])
    }

    @Test("The default address says so", arguments: [(true, "Default"), (false, nil)])
    func defaultNote(isDefault: Bool, note: String?) throws {
        let row = UserAddressRow(try .sample(isDefault: isDefault), formats: .british)
        #expect(row.isDefault == isDefault)
        #expect(row.defaultNote == note)
    }
}
