public import Foundation

/// The layers that every request to a store's API passes, written down once. From a use case to the wire:
///
/// 1. `RevalidatingTransport` asks with the `ETag` of what it has seen. What it holds belongs to an account and not to a
///    token, and a request that is sent again with a renewed token is the same request, so this layer is outermost.
/// 2. `AuthorizedTransport` adds the access token, and renews it once after a 401. A renewal waits for no retry of its
///    own request.
/// 3. `RetryingTransport` repeats what failed in passing. A 401 is no passing failure, so retries are below authorisation.
/// 4. The wire, such as `URLSessionTransport`.
///
/// The session asks for tokens by layers 3 and 4: a request for a token needs none.
public struct StorePipeline: Sendable {
    /// The sign-in behind layer 2.
    public let session: StoreSession
    /// All layers, for use cases that need a sign-in.
    public let transport: any HTTPTransport

    /// Creates the layers over `wire`.
    ///
    /// - Parameters:
    ///   - limits: How often and for how long a request is repeated.
    ///   - capacity: How many bytes of answers are held for revalidation.
    ///   - makeSession: Creates the session, which asks for tokens by the transport it is given.
    public init<C: Clock>(
        over wire: any HTTPTransport,
        limits: RetryingTransport.Limits,
        capacity: Int,
        clock: C,
        fraction: @escaping @Sendable () -> Double,
        now: @escaping @Sendable () -> Date,
        makeSession: (any HTTPTransport) -> StoreSession
    ) where C.Duration == Duration {
        let retrying = RetryingTransport(wire, limits: limits, clock: clock, fraction: fraction, now: now)
        let session = makeSession(retrying)
        self.session = session
        transport = RevalidatingTransport(
            AuthorizedTransport(session: session, transport: retrying),
            capacity: capacity,
            account: { await session.user }
        )
    }
}
