import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The address list")
struct UserAddressListViewModelTests {
    @Test("A load shows the addresses of the list's user, in the words of addresses")
    func addresses() async throws {
        let addresses = [try UserAddress.sample("A-1"), try .sample("A-2", isDefault: false)]
        let places = [FieldPath([.field("addresses"), .index(0), .field("city")])]
        let fetch = MockFetchUserAddresses(addresses: [ada: addresses], unreadable: places)
        let list = UserAddressListViewModel(
            user: ada,
            fetchAddresses: fetch,
            formats: .british,
            now: { .distantPast }
        )
        await list.load()

        #expect(fetch.calls.inputs == [ada])
        #expect(list.title == "Addresses")
        #expect(list.content?.rows.map(\.entity) == addresses)
        #expect(list.content?.unreadableNote == "1 address could not be read and is not shown.")

        fetch.calls.stub(.failure(.malformed))
        await list.load()
        #expect(list.problem == Problem(.malformed, reading: .addresses, on: .filled))
        #expect(Noun.addresses.empty?.english() == "No addresses saved.")
    }
}

@Suite("The row of an address")
struct UserAddressRowTests {
    @Test("A row has the address's label, recipient and identity, and the address itself")
    func parts() throws {
        let address = try UserAddress.sample("A-7")
        let row = UserAddressRow(address, formats: .british)

        #expect(row.id == AddressID("A-7"))
        #expect(row.label == "Home")
        #expect(row.recipient == "Ada Example")
        #expect(row.entity == address)
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
