// One process of a fleet, and the verdict on all of them. For `.ci/servers fleet`.
//
//     StranglerFleet run JOURNAL PORT FIRST COUNT   compares COUNT subjects from FIRST on, then serves metrics on PORT
//     StranglerFleet journals JOURNAL...            the verdict on journals
//     StranglerFleet prometheus FILE                the verdict on an answer of Prometheus
//     StranglerFleet lines JOURNAL...               what journals hold, as lines of JSON
//     StranglerFleet verdict FILE                   the verdict on lines of JSON
#if Metrics && Journal
    import Foundation
    import Metrics
    import Strangler
    import StranglerJournal
    import StranglerMetrics

    struct Unavailable: Error, Equatable {}

    let operation = "orders"

    func sides() throws -> Sides {
        try Sides(control: Identity("legacy"), candidate: Identity("store", version: "2.1"))
    }

    /// Compares a candidate that is wrong for one subject in a thousand.
    func run(journal: URL, port: UInt16, subjects: Range<Int>) async throws {
        let metrics = ScrapedMetrics()
        MetricsSystem.bootstrap(metrics)
        let recorder = Recorder(to: try SQLiteJournal(at: journal), MetricsJournal(evidence: true))
        let orders = Handover(
            operation,
            between: try sides(),
            plan: .compare(sample: .all),
            subject: { (user: Int) in String(user) },
            control: { (user) async throws(Unavailable) in user },
            candidate: { (user) async throws(Unavailable) in user % 1_000 == 7 ? -user : user },
            cancellation: .none,
            comparison: Comparison(),
            recorder: recorder
        )
        for user in subjects {
            _ = try await orders(user)
            await orders.settle()
        }
        await recorder.flush()
        try metrics.serve(port: port)
        print("ready")
        fflush(nil)
        // Until the parent process closes its input.
        while readLine() != nil {}
    }

    func report(_ evidence: Evidence) throws {
        // Metrics have neither the hours of a day nor the crashes of a process.
        let rule = try Rule(maximumRate: 0.005, span: .none, requiresCrashLog: false)
        let verdict = Verdict(of: operation, between: try sides(), in: evidence, by: rule, now: Date())
        // What follows runs and subjects says where the evidence is from.
        let ground = verdict.ground.components(separatedBy: ", ").prefix(2).joined(separator: ", ")
        print("\(verdict.words) [\(ground)] [\(verdict.account)]")
    }

    func evidence(of journals: [String]) async throws -> Evidence {
        var all = Evidence()
        for path in journals { all = all + (try await SQLiteJournal(at: URL(fileURLWithPath: path)).evidence()) }
        return all
    }

    let words = Array(CommandLine.arguments.dropFirst())
    switch (words.first, words.count) {
    case ("run", 5):
        guard let port = UInt16(words[2]), let first = Int(words[3]), let count = Int(words[4]) else { exit(64) }
        try await run(journal: URL(fileURLWithPath: words[1]), port: port, subjects: first..<first + count)
    case ("journals", 2...): try report(await evidence(of: Array(words.dropFirst())))
    case ("prometheus", 2): try report(Evidence(prometheus: Data(contentsOf: URL(fileURLWithPath: words[1]))))
    case ("lines", 2...):
        for path in words.dropFirst() {
            FileHandle.standardOutput.write(try EvidenceLines.data(try await evidence(of: [path])))
        }
    case ("verdict", 2):
        try report(EvidenceLines.contents(of: Data(contentsOf: URL(fileURLWithPath: words[1]))).evidence)
    default: exit(64)
    }
#endif
