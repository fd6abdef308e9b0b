/// Follows the store's offers: first those that are known, then each update.
public protocol ObserveDeals: Sendable {
    /// Returns the known offers, if there are any, and then each update: after every `RefreshDeals`, and after changes made
    /// elsewhere that can be observed. Every update is the complete list, ordered by `Deal.endingFirst`, without duplicates; it
    /// includes past offers. A record that can't be read, or that repeats an identifier, is left out and listed in
    /// `Snapshot.unreadable`.
    ///
    /// An error is one of the updates. It doesn't invalidate the offers that were sent before, and the sequence continues. The
    /// sequence ends only when its task is cancelled. A slow reader gets the latest list, then the latest error if one came
    /// after that list; it misses earlier ones.
    func deals() -> AsyncStream<DealsUpdate>
}

/// Asks the store for its offers. The result goes to the observers of the offers.
public protocol RefreshDeals: Sendable {
    /// Refreshes the offers, and returns when the observers have the update. The observers also receive the error that this
    /// method throws.
    ///
    /// If the calling task is cancelled, the call soon throws `.cancelled`, and the observers receive nothing.
    func refreshDeals() async throws(DealsError)
}

/// The complete list of offers, or why there is none.
public typealias DealsUpdate = Result<Snapshot<[Deal]>, DealsError>

/// Why deals can't be read.
public typealias DealsError = ReadError
