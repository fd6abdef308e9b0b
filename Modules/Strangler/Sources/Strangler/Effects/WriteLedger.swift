public import Foundation

/// The store in which both sides of a `DualWrite`, and all processes that write, find what is known of each key: which
/// of the two sides has carried out the write.
///
/// It holds a write from before the first side is called until both have carried it out, with its input, so that a write
/// that one side missed can be repeated there after an outage or a crash. Protect it as well as the data itself.
///
/// There is **one** ledger for an operation. With a ledger for each process, two processes may write the same subject in
/// another order on one side than on the other.
public protocol WriteLedger: Sendable {
    /// Waits until nobody else has the turn of a subject, in this process or another, and takes it. The turn of a process
    /// that ends is free.
    func takeTurn(of subject: String, in operation: String) async throws
    /// Gives the turn back.
    func endTurn(of subject: String, in operation: String) async

    /// Notes a write before either side is called, and returns it with its number. A key that is known stays as it is.
    ///
    /// Throws if there is no room for another write, after counting it as dropped.
    func begin(_ write: OpenWrite, in operation: String) async throws -> (write: OpenWrite, isKnown: Bool)
    /// Notes that a side has carried out a write. If now both have, the write is settled, and nothing of it stays.
    func note(_ key: IdempotencyKey, in operation: String, writtenBy side: Side) async throws
    /// Removes a write that neither side has carried out.
    func forget(_ key: IdempotencyKey, in operation: String) async throws

    /// Returns the writes that aren't settled, of one subject or of all, by ascending number above `number`.
    func open(in operation: String, of subject: String?, after number: Int, limit: Int) async throws -> [OpenWrite]
    /// Counts the writes that aren't settled.
    func summary(of operation: String) async throws -> OpenWrites
}

/// A write that is not known to be carried out on both sides.
public struct OpenWrite: Hashable, Sendable {
    /// The place of the write in the order of all writes of an operation; 0 until the ledger gives one.
    public var number: Int
    /// The key of the write.
    public let key: IdempotencyKey
    /// Whose data it changes. Writes of one subject are carried out in order.
    public let subject: String
    /// The input of the call, encoded.
    public let input: Data
    /// The sides that are known to have carried it out.
    public var written: Set<Side>

    /// Creates a write.
    public init(
        number: Int = 0,
        key: IdempotencyKey,
        subject: String,
        input: Data,
        written: Set<Side> = []
    ) {
        self.number = number
        self.key = key
        self.subject = subject
        self.input = input
        self.written = written
    }

    /// Whether a side missed a write that the other one has.
    func isMissed(by side: Side) -> Bool {
        !written.isEmpty && !written.contains(side)
    }
}

/// How many writes of an operation are not known to be carried out on both sides.
public struct OpenWrites: Hashable, Sendable, Codable {
    /// Writes that the candidate has and control hasn't.
    public var missedByControl: Int
    /// Writes that control has and the candidate hasn't.
    public var missedByCandidate: Int
    /// Writes that neither side is known to have, because the first one failed in a way that shows nothing, or because
    /// the process ended. Writes that are under way are among them.
    public var uncertain: Int
    /// Writes that the ledger had no room for. No back-fill finds them: copy the data anew.
    public var dropped: Int

    /// Creates counts.
    public init(missedByControl: Int = 0, missedByCandidate: Int = 0, uncertain: Int = 0, dropped: Int = 0) {
        self.missedByControl = missedByControl
        self.missedByCandidate = missedByCandidate
        self.uncertain = uncertain
        self.dropped = dropped
    }

    /// Whether nothing is open.
    public var isEmpty: Bool {
        self == OpenWrites()
    }
}

/// A ledger has no room for another write.
public struct LedgerFull: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}
