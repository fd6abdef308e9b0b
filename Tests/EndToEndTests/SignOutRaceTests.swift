import AccountSandbox
import Foundation
import TestSupport
import Testing

/// Sign-outs while other processes read, renew tokens, queue changes and fill the copies of the legacy service.
///
/// `EFFORT` says how many rounds are run.
@Suite("Signing out against everything else", .timeLimit(.minutes(15)))
struct SignOutRaceTests {
    private static let rounds = Effort.value(quick: 20, change: 100, full: 500)
    private static let writers = [
        ["deals"], ["orders"], ["addresses"], ["profile"], ["settings"], ["settings", "--push", "off"], ["sync"],
    ]

    @Test("After a sign-out nothing of the user is on the device, whatever ran at the same time")
    func races() async throws {
        try await withFolder { folder in
            let full = folder.appending(path: "full")
            let account = AccountProcess(state: full)
            for command in ["profile", "orders", "addresses", "deals", "settings"] {
                let ended = try await account(command)
                try #require(ended.code == 0, "\(ended.error)")
            }
            try #require(!leftovers(in: full).isEmpty, "the search finds nothing at all")
            try await withThrowingTaskGroup(of: [String].self) { group in
                for round in 0..<Self.rounds {
                    if round >= 2 { for finding in try await group.next() ?? [] { Issue.record("\(finding)") } }
                    group.addTask { try await played(round, in: folder, from: full) }
                }
                for try await findings in group { for finding in findings { Issue.record("\(finding)") } }
            }
        }
    }

    /// Plays a round on a copy of `full`, and returns what it found left.
    private func played(_ round: Int, in folder: URL, from full: URL) async throws -> [String] {
        let state = folder.appending(path: "round-\(round)")
        try FileManager.default.copyItem(at: full, to: state)
        defer { try? FileManager.default.removeItem(at: state) }
        // In every second round the tokens have expired, so that others renew them meanwhile.
        if round.isMultiple(of: 2) { try expire(in: state) }
        let account = AccountProcess(state: state)
        let writers = [Self.writers[round % 7], Self.writers[(round / 7 + round + 3) % 7]]
        let delay = "0.\(String(format: "%03d", round * 37 % 180))"
        async let first = account.run(writers[0])
        async let second = account.run(writers[1])
        let signOut = try await account.run(
            ["sign-out", "--discard-changes"],
            through: ["sh", "-c", "sleep $0; exec \"$@\"", delay]
        )
        let atOnce = leftovers(in: state)
        let others = try await [first, second]
        var findings = atOnce.map { "round \(round), at once: \($0)" }
        findings += leftovers(in: state).map { "round \(round), at the end: \($0)" }
        if signOut.code != 0 {
            findings.append("round \(round): sign-out ended with \(signOut.status): \(signOut.error)")
        }
        for (writer, ended) in zip(writers, others) where ended.code == nil {
            findings.append("round \(round): \(writer) ended with \(ended.status): \(ended.error)")
        }
        return findings
    }

    private func expire(in state: URL) throws {
        let file = state.appending(path: "store/tokens-sandbox.json")
        let data = try Data(contentsOf: file)
        var record = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        record["expires_at"] = 1.0
        try JSONSerialization.data(withJSONObject: record).write(to: file)
    }

    /// Returns what of the user is below `state`, outside the store's own state.
    private func leftovers(in state: URL) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: state.path)) ?? []
        return paths.filter { !$0.hasPrefix("sandbox/") }.flatMap { path -> [String] in
            guard let data = try? Data(contentsOf: state.appending(path: path)) else { return [] }
            let marks = ["Ada Example", "access_token", "\"user\"", "D-1001", "S-1000", "\"session\""]
            return marks.filter { data.range(of: Data($0.utf8)) != nil }.map { "\($0) in \(path)" }
        }
    }
}
