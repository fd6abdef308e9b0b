#if Journal
    import Foundation
    import Strangler
    import StranglerJournal

    /// One call of a dual write to two files in a folder, which may end the process in the middle.
    ///
    ///     trap         the candidate ends the process after control wrote
    ///     trap-first   control ends the process after it wrote, and before that is noted
    ///     retry        the same call, as its caller would make it again
    ///     backfill     no call: what one side missed is carried out there
    func writeTwice(in folder: URL, _ mode: String) async throws {
        @Sendable func store(_ key: IdempotencyKey, _ side: String) -> Int {
            let url = folder.appending(path: side)
            let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
            guard !text.split(separator: "\n").contains(Substring(key.value)) else { return 1 }
            try? (text + key.value + "\n").write(to: url, atomically: true, encoding: .utf8)
            return 1
        }
        @Sendable func contents(_ side: String) -> String {
            (try? String(contentsOf: folder.appending(path: side), encoding: .utf8)) ?? ""
        }
        let recorder = Recorder(to: try SQLiteJournal(at: folder.appending(path: "journal.sqlite")))
        let changes = DualWrite<String, Int, Broken>(
            "changes",
            between: try Sides(control: Identity("old"), candidate: Identity("new")),
            plan: .both(),
            subject: { _ in "ada" },
            keyInSharedLedger: { IdempotencyKey($0) },
            sharedLedger: try SQLiteLedger(at: folder.appending(path: "ledger.sqlite")),
            control: { (_, key) async throws(Broken) in
                let answer = store(key, "control")
                if mode == "trap-first" { fatalError("as a machine may") }
                return answer
            },
            candidate: { (_, key) async throws(Broken) in
                if mode == "trap" { fatalError("as a candidate may") }
                return store(key, "candidate")
            },
            check: ConsistencyCheck(
                control: { (_) async throws(Broken) in contents("control") },
                candidate: { (_) async throws(Broken) in contents("candidate") },
                comparison: Comparison()
            ),
            cancellation: .none,
            comparison: Comparison(),
            recorder: recorder
        )
        if mode == "backfill" {
            _ = try await changes.backfill()
        } else {
            _ = try await changes("key")
        }
        await changes.settle()
        await recorder.flush()
    }
#endif
