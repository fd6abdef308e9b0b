/// Follows what is new about the store's offers, as it happens.
///
/// Reasons: docs/adr/news.md.
public protocol ObserveNews: Sendable {
    /// Returns the news for `user`: first the connection, then the offers that are valid now, and then each change. The changes
    /// are new offers, changed ones, and offers that ended. What changes while the connection is lost, or while the person has
    /// switched notifications off, arrives afterwards.
    ///
    /// Each state of an offer arrives once, even if the store sends it several times. While the person has switched
    /// notifications off, here or on another device, no offer arrives.
    ///
    /// A failure is one of the news, and the implementation tries again by itself, after waits that grow up to a limit. The
    /// sequence ends only when its task is cancelled. A slow reader gets the latest state of each offer and of the connection,
    /// and misses the states in between.
    func news(for user: UserID) -> AsyncStream<News>
}

/// One piece of news.
public enum News: Hashable, Sendable {
    /// An offer that is new to the observer, or has changed.
    case deal(Deal)
    /// An offer ended, or the store took it back.
    case ended(DealID)
    /// The connection has changed.
    case connection(NewsConnection)
}

/// Whether news can arrive.
public enum NewsConnection: Hashable, Sendable {
    /// News arrive.
    case connected
    /// No news arrive until the connection is back. Somebody who can act on the reason should see it.
    case lost(NewsError)
    /// The person has switched notifications off.
    case paused
}

/// Why no news arrive. There is no case for a cancelled task, because it ends the sequence.
public enum NewsError: Error, Hashable, Sendable, CaseIterable {
    /// The store, or what carries its news, can't be reached.
    case unavailable
    /// The store asks the person to sign in (again).
    case unauthorised
    /// The store does not let the signed-in person read the news of this user, or there is no such user.
    case refused
    /// The store's response can't be read.
    case malformed

    /// Creates the equivalent error for news that depend on a read; `nil` if the read was cancelled.
    public init?(_ error: ReadError) {
        switch error {
        case .unavailable, .busy, .notStored: self = .unavailable
        case .unauthorised: self = .unauthorised
        case .unknownUser: self = .refused
        case .malformed: self = .malformed
        case .cancelled: return nil
        }
    }
}
