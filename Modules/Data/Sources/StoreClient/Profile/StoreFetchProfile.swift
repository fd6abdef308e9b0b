public import Domain
public import Foundation

/// A user's profile, from the store's API (docs/store-api.md).
public struct StoreFetchProfile: FetchProfile {
    private let resource: StoreResource
    private let now: @Sendable () -> Date

    /// Makes the use case over a transport that signs its requests.
    ///
    /// - Parameters:
    ///   - now: The time of day a request starts.
    ///   - report: Is told, on any thread, where an answer lacks what is mandatory; the empty path means the whole.
    public init(
        baseURL: URL,
        transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (FieldPath) -> Void
    ) {
        resource = StoreResource(baseURL: baseURL, path: "user", transport: transport, report: report)
        self.now = now
    }

    /// As the protocol says.
    public func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
        let start = now()
        do throws(StoreFailure) {
            let answer = try await resource.get(of: user)
            let translated = try resource.translated(answer, ProfileTranslator.translate)
            return Snapshot(
                translated.profile,
                freshness: Freshness(of: answer, generatedAt: translated.generatedAt, requestedAt: start),
                unreadable: translated.unreadable
            )
        } catch {
            throw ProfileError(error)
        }
    }
}
