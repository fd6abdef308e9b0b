import Domain
import DomainMocks
import Foundation
import Testing

@Suite("The sample account")
struct SampleAccountTests {
    private let orders = SampleAccount.orders[SampleAccount.ada] ?? []

    @Test("Ada has a dozen orders and three addresses")
    func ada() {
        #expect(orders.count == 12)
        #expect(SampleAccount.addresses[SampleAccount.ada]?.map(\.postal.country.code) == ["DE", "US", "JP"])
    }

    @Test("Grace is known and has nothing")
    func grace() {
        #expect(SampleAccount.orders[SampleAccount.grace] == [])
        #expect(SampleAccount.addresses[SampleAccount.grace] == [])
    }

    @Test("It is complete as it stands: the mocks tell of no gaps")
    func complete() async throws {
        let ada = SampleAccount.ada
        #expect(try await MockFetchUserOrder(orders: SampleAccount.orders).fetchOrders(for: ada).unreadable == [])
        let addresses = MockFetchUserAddresses(addresses: SampleAccount.addresses)
        #expect(try await addresses.fetchAddresses(for: ada).unreadable == [])
    }

    @Test("Its names are reserved for examples")
    func reservedNames() {
        let reserved = ["example.com", "example.net", "example.org"]
        for name in orders.flatMap(\.lines).map(\.name.text) where !reserved.contains(name) {
            #expect(name.hasSuffix(".example") || name.hasSuffix(".test"))
        }
    }

    @Test("It shows what is seldom seen: scales of 0, 2 and 3 decimals, a refund, an unknown status")
    func variety() {
        #expect(Set(orders.map(\.total.currency.minorUnits)) == [0, 2, 3])
        #expect(orders.contains { $0.total.amount < 0 && $0.status == .refunded })
        #expect(orders.contains { if case .unknown = $0.status { true } else { false } })
    }
}
