import AccountSandbox
import Foundation
import Testing

@Suite("account migration")
struct MigrationTests {
    @Test("Without a plan the program runs as ever: no journal, no plans")
    func untouched() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            #expect(try await account("profile").code == 0)
            #expect(try await account("migration").code == 0)
            let files = try contents(of: folder).keys
            #expect(files.filter { $0.hasPrefix("migration") } == [])
        }
    }

    @Test("Compared, the lists are alike, each run is counted, and few runs meet no rule")
    func compare() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for useCase in ["orders", "addresses"] {
                let set = try await account("migration", "set", useCase, "compare", "--format", "json")
                #expect(try AccountSchema.violations(of: set.json) == [])
            }
            // This limit is long because a comparison that doesn't end in time would not count.
            for _ in 1...7 { _ = try await account("profile", "--timeout", "600") }
            let shown = try await account("migration", "--format", "json")
            #expect(try AccountSchema.violations(of: shown.json) == [])
            let useCases = try useCases(in: shown.json)
            #expect(useCases.map { $0["runs"] as? Int } == [7, 7])
            #expect(useCases.map { $0["matched"] as? Int } == [7, 7])
            #expect(useCases.map { ($0["verdict"] as? [String: Any])?["isMet"] as? Bool } == [false, false])
        }
    }

    @Test("Files of other machines are joined with the journal, and one that is given twice counts once")
    func evidenceOfOthers() async throws {
        try await withFolder { folder in
            let here = AccountProcess(state: folder.appending(path: "here"))
            let there = AccountProcess(state: folder.appending(path: "there"))
            for (account, runs) in [(here, 2), (there, 3)] {
                _ = try await account("migration", "set", "orders", "compare")
                for _ in 1...runs { _ = try await account("profile", "--timeout", "600") }
            }
            let file = folder.appending(path: "there.jsonl").path
            let written = try await there("migration", "evidence", file, "--format", "json")
            #expect(try AccountSchema.violations(of: written.json) == [])

            let shown = try await here("migration", "--evidence", file, file, "--format", "json")
            let orders = try useCases(in: shown.json)[0]
            #expect(orders["runs"] as? Int == 5)
            #expect(orders["subjects"] as? Int == 1)
            // The client has the same sources on both machines, and so the same version.
            #expect((orders["otherPairs"] as? [String])?.isEmpty == true)
            #expect((orders["candidate"] as? String)?.wholeMatch(of: /store [0-9a-f]{16} at .*/) != nil)

            try Data("{\"v\":9}\n".utf8).write(to: URL(fileURLWithPath: file))
            let refused = try await here("migration", "--evidence", file)
            #expect(refused.code != 0)
            #expect(refused.error.contains("line 1 can't be read, or a newer version wrote it"))
        }
    }

    @Test("A login that the legacy service does not have leaves no evidence: both sides would be the store")
    func otherLogin() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let other = SandboxAccount.other
            let signIn = ["sign-in", "--login", other.login, "--password-stdin"]
            #expect(try await account.run(signIn, input: other.password + "\n").code == 0)
            _ = try await account("migration", "set", "orders", "compare")
            for _ in 1...3 { #expect(try await account("orders").code == 0) }
            let useCases = try useCases(in: await account("migration", "--format", "json").json)
            #expect(useCases.map { $0["runs"] as? Int } == [0, 0])
        }
    }

    @Test("Every step forward and back is kept, told and recorded")
    func plans() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for (arguments, told) in [
                (["set", "orders", "compare", "--sample", "0.5"], "orders: compare 50% (was legacy)\n"),
                (["set", "orders", "rollout", "25", "--without-verdict"], "orders: rollout 25% (was compare 50%)\n"),
                (["set", "orders", "replacement", "--without-verdict"], "orders: replacement (was rollout 25%)\n"),
                (["back", "orders"], "orders: rollout 100% (was replacement)\n"),
                (["back", "orders"], "orders: compare 100% (was rollout 100%)\n"),
                (["back", "orders"], "orders: legacy (was compare 100%)\n"),
                (["back", "orders"], "orders: legacy, as before\n"),
            ] {
                let shown = try await account.run(["migration"] + arguments)
                #expect(shown.output == told)
                #expect(shown.error == "")
            }
            let refused = try await account("migration", "set", "orders", "rollout", "1")
            #expect(refused.code == 70 && refused.output == "")
            #expect(refused.error.contains("orders stays on legacy: the rule is not met: 0 of 3,000 runs"))
            #expect(refused.error.contains("--without-verdict"))
            let chart = folder.appending(path: "chart.svg")
            _ = try await account("migration", "chart", chart.path)
            let svg = try String(contentsOf: chart, encoding: .utf8)
            #expect(svg.components(separatedBy: "data-plan=").count == 7)
        }
    }

    @Test("In each plan the orders shown are the same", arguments: ["rollout 0", "rollout 100", "replacement"])
    func answers(plan: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let legacy = try await account("orders").output
            let set = ["migration", "set", "orders", "--without-verdict"] + plan.split(separator: " ").map(String.init)
            _ = try await account.run(set)
            let shown = try await account("orders")
            #expect(shown.output == legacy)
            #expect(shown.error == "")
            let useCase = try useCases(in: await account("migration", "--format", "json").json)[0]
            let answers = ["answeredByControl", "answeredByCandidate"].map { useCase[$0] as? Int }
            #expect(answers == (plan == "rollout 0" ? [1, 0] : [0, 1]))
        }
    }

    @Test("Offline, what legacy kept is shown whatever the plan, and nothing is compared")
    func offline() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            _ = try await account("orders")
            for plan in ["compare", "replacement"] {
                _ = try await account("migration", "set", "orders", plan, "--without-verdict")
                let shown = try await account("orders", "--offline")
                #expect(shown.code == 0)
                #expect(shown.output.contains("Orders (12)"))
            }
            let useCase = try useCases(in: await account("migration", "--format", "json").json)[0]
            #expect(["runs", "answeredByControl", "answeredByCandidate"].map { useCase[$0] as? Int } == [0, 0, 0])
        }
    }

    @Test(
        "Broken plans or a broken journal are told, and the orders come all the same",
        arguments: ["migration/plans.json", "migration/journal.sqlite"]
    )
    func broken(file: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let sound = try await account("orders").output
            _ = try await account("migration", "set", "orders", "compare")
            try Data("no such thing".utf8).write(to: folder.appending(path: file))
            let shown = try await account("orders")
            #expect(shown.code == 0)
            #expect(shown.output == sound)
            #expect(shown.error.contains("warning: The"))
        }
    }

    @Test("What a person types wrong is told")
    func usage() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            for arguments in [
                ["set", "orders", "rollout"], ["set", "orders", "rollout", "101"], ["set", "deals", "legacy"],
                ["set", "orders", "legacy", "--sample", "0.5"], ["set", "orders", "compare", "--sample", "2"],
                ["--max-rate", "0"], ["--runs", "0"], ["--modules", "mock"],
                ["demo", "--server", "http://127.0.0.1:1"],
            ] {
                #expect(try await account.run(["migration"] + arguments).code == 64)
            }
            let export = try await account("migration", "export", folder.appending(path: "x").path, "--format", "json")
            #expect(export.code == 70)
            #expect(try AccountSchema.violations(of: export.json) == [])
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "x").path))
        }
    }

    @Test("Calibration, mismatches and chart print documents of the schema")
    func documents() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let chart = folder.appending(path: "chart.svg").path
            for arguments in [["calibrate", "orders", "--calls", "3"], ["mismatches"], ["chart", chart]] {
                let document = try await account.run(["migration"] + arguments + ["--format", "json"]).json
                #expect(try AccountSchema.violations(of: document) == [])
            }
        }
    }

    @Test("The played hand-over has the same outcomes twice, meets its rule, finds the difference and leaves its files")
    func demo() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            func play() async throws -> [String: Any] {
                let shown = try await account(
                    "migration",
                    "demo",
                    "--users",
                    "100",
                    "--runs",
                    "90",
                    "--max-rate",
                    "0.05",
                    "--format",
                    "json"
                )
                #expect(shown.code == 0)
                #expect(shown.error.contains("the kill switch is open"))
                let document = try shown.json
                #expect(try AccountSchema.violations(of: document) == [])
                return try #require(document["migration"] as? [String: Any])
            }
            let first = try await play()
            let demo = try #require(first["demo"] as? [String: Any])
            let outcomes = try counts(in: demo)
            #expect(try counts(in: #require(try await play()["demo"] as? [String: Any])) == outcomes)

            let useCase = try useCases(in: ["migration": first])[0]
            #expect((useCase["verdict"] as? [String: Any])?["isMet"] as? Bool == true)
            // Rollouts to a few subjects continue to compare.
            #expect(try #require(useCase["runs"] as? Int) >= 100)
            #expect(useCase["candidate"] as? String == "store 2 at sandbox")
            #expect(try #require(useCase["otherPairs"] as? [String]).count == 1)
            #expect(useCase["plan"] as? String == "replacement")
            #expect(outcomes.keys.contains { $0.contains("mismatched at [") && $0.hasSuffix(".total.amount") })
            #expect(outcomes["orders kill switch closed"] == 1)

            let journal = try #require(demo["journal"] as? String)
            let exported = folder.appending(path: "exported").path
            let again = try await account("migration", "export", exported, "--journal", journal, "--format", "json")
            #expect(try AccountSchema.violations(of: again.json) == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: exported).count >= 2)
        }
    }

    private func useCases(in document: [String: Any]) throws -> [[String: Any]] {
        let migration = try #require(document["migration"] as? [String: Any])
        return try #require(migration["useCases"] as? [[String: Any]])
    }

    private func counts(in demo: [String: Any]) throws -> [String: Int] {
        let outcomes = try #require(demo["outcomes"] as? [[String: Any]])
        let pairs = outcomes.compactMap { outcome in
            (outcome["name"] as? String).flatMap { name in (outcome["count"] as? Int).map { (name, $0) } }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
