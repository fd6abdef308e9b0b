import Domain
import DomainMocks
import Foundation
import Presentation
import Testing

@MainActor
@Suite("The address list")
struct UserAddressListViewModelTests {
    @Test("A load asks for the addresses of the list's user and shows them in the order they come")
    func showsAddresses() async throws {
        let addresses = [try UserAddress.sample("A-1"), try .sample("A-2", isDefault: false)]
        let fetch = MockFetchUserAddresses(addresses: [ada: addresses])
        let list = addressList(fetch)
        await list.load()

        #expect(fetch.calls.inputs == [ada])
        #expect(list.content?.rows.map(\.address) == addresses)
        #expect(list.activity == .idle)
        #expect(list.problem == nil)
    }

    @Test("A failed first load says why and what can be done", arguments: UserAddressesError.allCases)
    func failedFirstLoad(error: UserAddressesError) async {
        let fetch = MockFetchUserAddresses(addresses: [:])
        fetch.calls.stub(.failure(error))
        let list = addressList(fetch)
        await list.load()

        #expect(list.content == nil)
        #expect(list.problem == Problem(error, reading: .addresses, on: .blank))
        #expect(list.activity == .idle)
    }

    @Test("A failed refresh keeps the addresses on screen", arguments: UserAddressesError.allCases)
    func failedRefresh(error: UserAddressesError) async throws {
        let fetch = MockFetchUserAddresses(addresses: [ada: [try .sample()]])
        let list = addressList(fetch)
        await list.load()
        fetch.calls.stub(.failure(error))
        await list.load()

        #expect(list.content?.rows.map(\.id) == [AddressID("A-1")])
        #expect(list.problem == Problem(error, reading: .addresses, on: .filled))
    }

    @Test("An empty list and unreadable records are told in the words of addresses")
    func wording() async {
        let places = [FieldPath([.field("addresses"), .index(0), .field("city")])]
        let empty = addressList(MockFetchUserAddresses(addresses: [ada: []]))
        let unreadable = addressList(MockFetchUserAddresses(addresses: [ada: []], unreadable: places))
        await empty.load()
        await unreadable.load()

        #expect(empty.title == "Addresses")
        #expect(empty.content?.emptyNote == "No addresses saved.")
        #expect(unreadable.content?.unreadableNote == "1 address could not be read and is not shown.")
    }
}

@MainActor
private func addressList(_ fetch: any FetchUserAddresses) -> UserAddressListViewModel {
    UserAddressListViewModel(user: ada, fetchAddresses: fetch, formats: .british, now: { .distantPast })
}
