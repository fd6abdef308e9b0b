/// Follows the store's offers: what is known at once, then every news of them.
public protocol ObserveDeals: Sendable {
    /// Answers what is known, if anything, and then each news: after every `RefreshDeals` and after changes made
    /// elsewhere that can be seen. Every update is the whole list, ordered by `Deal.endingFirst`, each offer once, past
    /// ones among them.
    ///
    /// An error is an update like another: it takes nothing back, and the sequence goes on. It ends when its task is
    /// cancelled, and only then. A slow reader gets the latest list, and after it the error that came since, if one did,
    /// but not all that there were.
    func deals() -> AsyncStream<DealsUpdate>
}

/// Asks the store for its offers; what comes of it goes to those who observe them.
public protocol RefreshDeals: Sendable {
    /// Returns when the news is with the observers. What it throws they are told too.
    ///
    /// If the calling task is cancelled, the call throws `.cancelled` soon, and nobody is told.
    func refreshDeals() async throws(DealsError)
}

/// The whole list of offers, or why there is none.
public typealias DealsUpdate = Result<Snapshot<[Deal]>, DealsError>

/// Why deals can't be read.
public typealias DealsError = ReadError
