public import Domain
public import Foundation

/// The store's offers, from its API (docs/store-api.md). What is kept of them, and who observes them, is others' business.
public struct StoreDeals: Sendable {
    private let resource: StoreResource
    private let now: @Sendable () -> Date

    /// Makes a source of offers over a transport that signs its requests.
    ///
    /// - Parameters:
    ///   - now: The time of day a request starts.
    ///   - report: Is told, on any thread, where an answer lacks what is mandatory as a whole; the empty path means the
    ///     whole.
    public init(
        baseURL: URL,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (FieldPath) -> Void
    ) {
        resource = StoreResource(baseURL: baseURL, path: "deals", transport: transport, report: report)
        self.now = now
    }

    /// Every offer, past ones among them, ordered by `Deal.endingFirst`, each once.
    ///
    /// An offer that can't be read is left out and told in `Snapshot.unreadable`. If the calling task is cancelled, the
    /// call throws `.cancelled` soon.
    public func fetch() async throws(DealsError) -> Snapshot<[Deal]> {
        let start = now()
        do throws(StoreFailure) {
            let answer = try await resource.get()
            let translated = try resource.translated(answer, DealsTranslator.translate)
            return Snapshot(
                translated.deals,
                freshness: Freshness(of: answer, generatedAt: translated.generatedAt, requestedAt: start),
                unreadable: translated.unreadable
            )
        } catch {
            throw DealsError(error)
        }
    }
}
