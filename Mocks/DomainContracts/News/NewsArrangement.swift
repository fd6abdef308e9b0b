public import Domain

/// The store at the beginning of a row about news.
public struct NewsSituation: Sendable {
    /// The store's offers, some of which may be past.
    public let deals: [Deal]
    /// Whether the user `ada` gets notifications about new deals.
    public let isOn: Bool
}

/// A change in the store behind the news, in the connection to it, or in the person's settings.
public enum NewsStoreEvent: Sendable {
    /// The store has a new offer, or a new state of an offer.
    case publishes(Deal)
    /// The store takes an offer back.
    case ends(DealID)
    /// The store sends everything once more that it has sent before, as far as it can.
    case repeatsItself
    /// The store sends something that can't be read. Later it sends what can be read again.
    case sendsNonsense
    /// The connection is lost, and can't be opened again.
    case goesAway
    /// The store asks to sign in: it ends the connection, and refuses others.
    case asksToSignIn
    /// The store can be reached again, and accepts the sign-in.
    case comesBack
    /// The person switches notifications about new deals on or off, on this device or on another one.
    case switches(on: Bool, elsewhere: Bool)
}

/// An implementation of `ObserveNews` over one store.
public struct NewsArrangement: Sendable {
    let observe: any ObserveNews
    let tell: @Sendable (NewsStoreEvent) async throws -> Void

    /// Creates an arrangement from the implementation, and a function that changes the store.
    public init(observe: any ObserveNews, tell: @escaping @Sendable (NewsStoreEvent) async throws -> Void) {
        self.observe = observe
        self.tell = tell
    }
}
