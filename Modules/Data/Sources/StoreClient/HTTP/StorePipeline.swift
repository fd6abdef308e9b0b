public import Foundation

/// The layers that every request to a store's API passes through. From a use case to the wire:
///
/// 1. `RevalidatingTransport` sends the `ETag` of what it has cached. Its cache belongs to an account and not to a token, and a
///    request that is sent again with a renewed token is the same request, so this layer is outermost.
/// 2. `AuthorizedTransport` adds the access token, and renews it once after a 401. A renewal doesn't wait for retries of the
///    request that needs it.
/// 3. `BoundedTransport` limits the time for all requests together, if there is such a limit. The waits between attempts count,
///    so it is above retries.
/// 4. `RetryingTransport` repeats what failed temporarily. A 401 is not a temporary failure, so retries are below
///    authorisation.
/// 5. The wire, such as `URLSessionTransport`.
///
/// The session requests tokens through layers 3 to 5, because a request for a token needs no token.
///
/// Reasons: docs/adr/request-pipeline.md.
public struct StorePipeline: Sendable {
    /// The session that layer 2 uses.
    public let session: StoreSession
    /// All layers, for use cases that need a sign-in.
    public let transport: any HTTPTransport

    /// Creates the layers over `wire`.
    ///
    /// - Parameters:
    ///   - wire: The transport that reaches the store.
    ///   - limits: How often and for how long a request is repeated.
    ///   - waiting: The time for all requests together, also those for tokens.
    ///   - capacity: The size in bytes of the responses that are cached for revalidation.
    ///   - clock: Measures waits and deadlines.
    ///   - fraction: Returns a random number from 0 to 1, the part of a wait that is used.
    ///   - now: Returns the time of day, for a `Retry-After` that names a moment in a response without `Date`.
    ///   - makeSession: Creates the session, which requests tokens through the given transport.
    public init<C: Clock>(
        over wire: any HTTPTransport,
        limits: RetryingTransport.Limits,
        waiting: WaitingTime? = nil,
        capacity: Int,
        clock: C,
        fraction: @escaping @Sendable () -> Double,
        now: @escaping @Sendable () -> Date,
        makeSession: (any HTTPTransport) -> StoreSession
    ) where C.Duration == Duration {
        let retrying = RetryingTransport(wire, limits: limits, clock: clock, fraction: fraction, now: now)
        let bounded: any HTTPTransport = waiting.map { BoundedTransport(retrying, within: $0) } ?? retrying
        let session = makeSession(bounded)
        self.session = session
        transport = RevalidatingTransport(
            AuthorizedTransport(session: session, transport: bounded),
            capacity: capacity,
            account: { await session.user }
        )
    }
}
