/// Why there is no history of a tree.
package struct HistoryFailure: Error, Equatable {
    /// What happened, and what to do, for people.
    package var message: String
    /// Whether the reason is something that can't be read, rather than the command line.
    package var isUnreadable: Bool

    init(_ message: String, isUnreadable: Bool = false) {
        self.message = message
        self.isUnreadable = isUnreadable
    }
}
