import Synchronization

/// A ledger in memory: for tests, and for one process that may forget what it hasn't finished. Share it between all that
/// write; `SQLiteLedger` survives the end of a process.
public final class MemoryLedger: WriteLedger {
    private struct Book {
        var numbers: [IdempotencyKey: Int] = [:]
        var writes: [Int: OpenWrite] = [:]
        var last = 0
        var dropped = 0
    }

    private let capacity: Int
    private let turns = Turns()
    private let books = Mutex<[String: Book]>([:])

    /// Creates a ledger that holds up to `capacity` open writes of each operation.
    public init(capacity: Int = 10_000) {
        self.capacity = max(1, capacity)
    }

    /// Waits for the turn of a subject.
    public func takeTurn(of subject: String, in operation: String) async {
        await turns.take("\(operation)\u{0}\(subject)")
    }

    /// Gives the turn to the next.
    public func endTurn(of subject: String, in operation: String) async {
        turns.end("\(operation)\u{0}\(subject)")
    }

    /// Notes a write, unless its key is known.
    public func begin(_ write: OpenWrite, in operation: String) async throws -> (write: OpenWrite, isKnown: Bool) {
        let begun = books.withLock { books -> (OpenWrite, Bool)? in
            var book = books[operation, default: Book()]
            defer { books[operation] = book }
            if let known = book.numbers[write.key].flatMap({ book.writes[$0] }) { return (known, true) }
            guard book.writes.count < capacity else {
                book.dropped += 1
                return nil
            }
            book.last += 1
            var write = write
            write.number = book.last
            book.numbers[write.key] = write.number
            book.writes[write.number] = write
            return (write, false)
        }
        guard let begun else { throw LedgerFull() }
        return begun
    }

    /// Notes that a side has carried out a write.
    public func note(_ key: IdempotencyKey, in operation: String, writtenBy side: Side) async {
        change(key, in: operation) { write in
            write?.written.insert(side)
            if write?.written.count == Side.allCases.count { write = nil }
        }
    }

    /// Removes a write.
    public func forget(_ key: IdempotencyKey, in operation: String) async {
        change(key, in: operation) { $0 = nil }
    }

    /// Returns the writes that aren't settled.
    public func open(in operation: String, of subject: String?, after number: Int, limit: Int) async -> [OpenWrite] {
        books.withLock { books in
            let writes = books[operation]?.writes.values.filter {
                $0.number > number && (subject == nil || $0.subject == subject)
            }
            return Array((writes ?? []).sorted { $0.number < $1.number }.prefix(limit))
        }
    }

    /// Counts the writes that aren't settled.
    public func summary(of operation: String) async -> OpenWrites {
        books.withLock { books in
            let book = books[operation] ?? Book()
            return OpenWrites(
                missedByControl: book.writes.values.count { $0.isMissed(by: .control) },
                missedByCandidate: book.writes.values.count { $0.isMissed(by: .candidate) },
                uncertain: book.writes.values.count { $0.written.isEmpty },
                dropped: book.dropped
            )
        }
    }

    private func change(_ key: IdempotencyKey, in operation: String, _ change: (inout OpenWrite?) -> Void) {
        books.withLock { books in
            guard let number = books[operation]?.numbers[key] else { return }
            change(&books[operation, default: Book()].writes[number])
            if books[operation]?.writes[number] == nil { books[operation]?.numbers[key] = nil }
        }
    }
}
