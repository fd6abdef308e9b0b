import DataSupport
public import Domain
import Foundation

/// The store's offers, fetched from its API. Other types store and observe them.
public struct StoreDeals: Sendable {
    private let store: StoreAPI

    /// Creates a source of the offers of `store`.
    public init(_ store: StoreAPI) {
        self.store = store
    }

    /// Returns all offers, including past ones, ordered by `Deal.endingFirst`, without duplicates.
    ///
    /// An offer that can't be read is left out and reported in `Snapshot.unreadable`. That includes an offer that ends with a
    /// day, if the time zone of the response is missing or unknown.
    public func fetch() async throws(ReadError) -> Snapshot<[Deal]> {
        try await store.get(["deals"]) { record, gaps throws(Unreadable) in
            let zone = try? record.value("time_zone") { TimeZone(identifier: $0) }
            var list = LenientList("deals", by: \Deal.id, called: "id")
            try list.append(from: record) { deal throws(Unreadable) in try Deal(store: deal, zone) }
            gaps = list.unreadable
            return list.values.sorted(by: Deal.endingFirst)
        }
    }
}
