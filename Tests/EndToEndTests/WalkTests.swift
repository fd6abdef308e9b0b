import Foundation
import Testing

/// The way through the old sample app, by the links that its screens open.
@Suite("A walk through several links")
struct WalkTests {
    /// Screen VC1 reserves and cancels and goes to VC2; VC2 gets data and goes to VC3; then two steps back.
    private static let sampleApp = [
        "myapp://VC1",
        "myapp://featureABC?cmd=reserve#reservationId=82348@viewId=View1",
        "myapp://featureABC?cmd=cancel#reservationId=82348@viewId=View1",
        "myapp://VC2",
        "myapp://featureXYZ?cmd=getData@viewId=View2",
        "myapp://VC3",
    ]

    private func walk(_ ended: AccountProcess.Ended) throws -> (steps: [[String: Any]], history: [String]) {
        let document = try ended.json
        #expect(try AccountSchema.violations(of: document) == [])
        let walk = try #require(document["walk"] as? [String: Any])
        return (
            try #require(walk["steps"] as? [[String: Any]]),
            try #require(walk["history"] as? [String])
        )
    }

    private func update(_ step: [String: Any]) throws -> [String: Any] {
        try #require((step["shown"] as? [String: Any])?["update"] as? [String: Any])
    }

    private func parts(_ step: [String: Any]) -> [String] {
        step.keys.sorted() + ((step["shown"] as? [String: Any])?.keys.sorted() ?? [])
    }

    @Test(
        "The sample app can be walked from end to end, and back, with mock and with real modules",
        arguments: ["mock", "real"]
    )
    func sampleApp(modules: String) async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let common = ["--yes", "--modules", modules, "--format", "json"]
            if modules == "real" { #expect(try await account("reserve", "loom.example").code == 0) }

            let ended = try await account.run(["open"] + Self.sampleApp + ["--back", "--back"] + common)
            #expect(ended.code == 0, "\(ended.error)")
            let (steps, history) = try walk(ended)
            #expect(steps.prefix(6).map { $0["link"] as? String } == Self.sampleApp)
            #expect(parts(steps[0]) == ["link", "shown", "reservations", "user"])
            #expect(parts(steps[3]).contains("profile"))
            #expect(parts(steps[5]) == ["link", "shown", "orders", "user"])
            #expect(steps.suffix(2).map { $0["back"] as? String } == ["account://profile", "account://reservations"])
            #expect(history == ["account://reservations"])

            // Each update arrives at the screen that opened the link.
            let updates = try [1, 2, 4].map { try update(steps[$0]) }
            #expect(updates.map { $0["screen"] as? String } == ["View1", "View1", "View2"])
            let texts = updates.map { $0["text"] as? String }
            #expect(
                texts.prefix(2)
                    == (modules == "mock"
                        ? [
                            "Reservation done successfully confirmation id: #8347838",
                            "Reservation cancelled successfully for reservation id: #82348",
                        ]
                        : [
                            "Reservation done successfully confirmation id: #8400014",
                            "Reservation cancelled successfully for reservation id: #90002",
                        ])
            )
            let data = (updates[2]["parts"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
            #expect(data.contains { $0.contains("loom.example") })
            #expect(!data.contains { $0.contains("engine.example") })
            if modules == "real" { #expect(try await account("errors").output.contains("Nothing went wrong.")) }
        }
    }

    @Test("On a terminal's page each step has its link above it, and the history stands at the end")
    func page() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let ended = try await account.run(
                ["open", "myapp://VC1", "account://orders", "--back", "--back", "account://profile"]
                    + ["--modules", "mock"]
            )
            #expect(ended.code == 0, "\(ended.error)")
            let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let headings = ["myapp://VC1", "account://orders", "--back", "--back", "account://profile"]
            #expect(lines.filter(headings.contains) == headings)
            #expect(lines.contains("  There is no previous screen."))
            #expect(lines.suffix(4) == ["History", "  account://reservations", "  account://profile (current)", ""])
        }
    }

    @Test("A walk ends at the first link that fails: it shows what came before, and has the failure's exit code")
    func failure() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let ended = try await account(
                "open",
                "myapp://VC1",
                "myapp://VC9",
                "myapp://VC2",
                "--modules",
                "mock",
                "--format",
                "json"
            )
            #expect(ended.code == 64)
            #expect(ended.error.contains("This app has no screen called VC9"))
            let (steps, history) = try walk(ended)
            #expect(steps.map { $0["link"] as? String } == ["myapp://VC1", "myapp://VC9"])
            #expect(history == ["account://reservations"])
            #expect((try ended.json["problem"] as? [String: Any])?["key"] as? String == "flow.unknown-screen")
        }
    }

    @Test("Without a person's yes a walk stops before it changes something")
    func notAgreed() async throws {
        try await withFolder { folder in
            let account = AccountProcess(state: folder)
            let ended = try await account.run(["open"] + Self.sampleApp + ["--format", "json"])
            #expect(ended.code == 79)
            #expect(try walk(ended).steps.count == 2)
            let items = (try await account("reservations", "--format", "json").json)["reservations"] as? [String: Any]
            #expect((items?["items"] as? [Any])?.count == 0)
        }
    }

    @Test(
        "A walk needs a link, and no other option than those it has",
        arguments: [[], ["--back"], ["myapp://VC1", "--bakc"], ["myapp://VC1", "-b"]]
    )
    func usage(steps: [String]) async throws {
        try await withFolder { folder in
            let ended = try await AccountProcess(state: folder).run(["open"] + steps + ["--modules", "mock"])
            #expect(ended.code == 64)
            #expect(ended.output == "")
            #expect(try contents(of: folder).isEmpty)
        }
    }
}
