#if Journal
    import Foundation
    import Strangler
    import TestSupport
    import Testing

    @testable import StranglerJournal

    @Suite("The ledger of dual writes in SQLite", .turns)
    struct SQLiteLedgerTests {
        private func write(_ key: String, of subject: String = "ada") -> OpenWrite {
            OpenWrite(key: IdempotencyKey(key), subject: subject, input: Data(key.utf8))
        }

        @Test("Gives numbers in order, knows a key again, and lets go of what both sides have")
        func book() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "ledger.sqlite")
                let ledger = try SQLiteLedger(at: url)
                for (number, key) in ["a", "b", "c"].enumerated() {
                    let begun = try await ledger.begin(write(key, of: key == "c" ? "ben" : "ada"), in: "orders")
                    #expect(begun.write.number == number + 1)
                    #expect(!begun.isKnown)
                }
                try await ledger.note(IdempotencyKey("a"), in: "orders", writtenBy: .control)
                try await ledger.note(IdempotencyKey("b"), in: "orders", writtenBy: .candidate)

                // What another process sees.
                let other = try SQLiteLedger(at: url)
                let again = try await other.begin(write("a"), in: "orders")
                #expect(again.isKnown && again.write.written == [.control] && again.write.number == 1)
                #expect(
                    try await other.summary(of: "orders")
                        == OpenWrites(missedByControl: 1, missedByCandidate: 1, uncertain: 1)
                )
                #expect(try await other.open(in: "orders", of: "ada", after: 1, limit: 9).map(\.number) == [2])
                #expect(try await other.open(in: "orders", of: nil, after: 0, limit: 2).map(\.number) == [1, 2])
                #expect(try await other.open(in: "addresses", of: nil, after: 0, limit: 9).isEmpty)

                try await other.note(IdempotencyKey("a"), in: "orders", writtenBy: .candidate)
                try await other.forget(IdempotencyKey("c"), in: "orders")
                #expect(try await ledger.summary(of: "orders") == OpenWrites(missedByControl: 1))
                // A number is never given again: it is the order of the writes.
                #expect(try await ledger.begin(write("d"), in: "orders").write.number == 4)
            }
        }

        @Test("Counts what it has no room for, for each operation")
        func full() async throws {
            try await withFolder { folder in
                let ledger = try SQLiteLedger(at: folder.appending(path: "ledger.sqlite"), capacity: 1)
                _ = try await ledger.begin(write("a"), in: "orders")
                await #expect(throws: LedgerFull()) { try await ledger.begin(write("b"), in: "orders") }
                _ = try await ledger.begin(write("b"), in: "addresses")
                #expect(try await ledger.summary(of: "orders") == OpenWrites(uncertain: 1, dropped: 1))
            }
        }

        @Test("Only one of several ledgers of one file has the turn of a subject")
        func turns() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "ledger.sqlite")
                let (one, other) = (try SQLiteLedger(at: url), try SQLiteLedger(at: url))
                try await one.takeTurn(of: "ada", in: "orders")
                try await other.takeTurn(of: "ben", in: "orders")
                let waiting = Task { try await other.takeTurn(of: "ada", in: "orders") }
                // Who waits for a turn that somebody has gives up only when cancelled.
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
                await one.endTurn(of: "ada", in: "orders")
                try await other.takeTurn(of: "ada", in: "orders")
            }
        }

        @Test("The file is its owner's alone; one that is damaged or of a newer version is refused and left as it is")
        func file() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "ledger.sqlite")
                _ = try await SQLiteLedger(at: url).begin(write("a"), in: "orders")
                let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                try execute("PRAGMA user_version = 2", in: url)
                #expect(throws: SQLiteJournalError.newerSchema(2)) { try SQLiteLedger(at: url) }

                let damaged = folder.appending(path: "damaged.sqlite")
                let noise = Data(repeating: 7, count: 4_096)
                try noise.write(to: damaged)
                #expect(throws: SQLiteJournalError.corrupt) { try SQLiteLedger(at: damaged) }
                #expect(try Data(contentsOf: damaged) == noise)
            }
        }

        @Test("A process that ends between the two sides leaves a write to back-fill and a run that counts")
        func crash() async throws {
            try await withFolder { folder in
                let writer = WriterProcess(folder)
                #expect(try writer.run("dual", "trap") == .uncaughtSignal)
                let (ledger, journal) = try writer.stores()
                #expect(try await ledger.summary(of: "changes") == OpenWrites(missedByCandidate: 1))
                #expect(try await journal.evidence().of("changes").unended == 1)
                #expect(writer.lines("control") == ["key"])
                #expect(writer.lines("candidate").isEmpty)

                // Another process takes it up. The turn of the one that ended is free.
                #expect(try writer.run("dual", "backfill") == .exit)
                #expect(writer.lines("candidate") == ["key"])
                #expect(try await ledger.summary(of: "changes").isEmpty)
                #expect(try await journal.evidence().of("changes").backfilled == [.candidate: 1])
            }
        }

        @Test("A process that ends after the first side wrote, and before that was noted, leaves an uncertain write")
        func crashBeforeNote() async throws {
            try await withFolder { folder in
                let writer = WriterProcess(folder)
                #expect(try writer.run("dual", "trap-first") == .uncaughtSignal)
                let (ledger, _) = try writer.stores()
                #expect(try await ledger.summary(of: "changes") == OpenWrites(uncertain: 1))
                #expect(try writer.run("dual", "retry") == .exit)
                #expect(writer.lines("control") == ["key"])
                #expect(writer.lines("candidate") == ["key"])
                #expect(try await ledger.summary(of: "changes").isEmpty)
            }
        }
    }

    /// A process of `StranglerJournalWriter` that writes to two files.
    private struct WriterProcess {
        let folder: URL

        init(_ folder: URL) {
            self.folder = folder
        }

        func stores() throws -> (SQLiteLedger, SQLiteJournal) {
            (
                try SQLiteLedger(at: folder.appending(path: "ledger.sqlite")),
                try SQLiteJournal(at: folder.appending(path: "journal.sqlite"))
            )
        }

        func lines(_ side: String) -> [String] {
            let text = (try? String(contentsOf: folder.appending(path: side), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }

        func run(_ words: String...) throws -> Process.TerminationReason {
            let writer = Process()
            writer.executableURL = Bundle.main.bundleURL.appending(path: "StranglerJournalWriter")
            writer.arguments = [folder.path] + words
            writer.standardError = FileHandle.nullDevice
            try writer.run()
            writer.waitUntilExit()
            return writer.terminationReason
        }
    }
#endif
