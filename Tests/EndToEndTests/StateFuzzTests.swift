import Foundation
import TestSupport
import Testing

/// State files that something else has written, through the process: each field of each with extremes.
@Suite("State that is out of bounds", .timeLimit(.minutes(15)))
struct StateFuzzTests {
    private static let extremes = [
        "9223372036854775807", "-9223372036854775808", "-1", "1e308", "-1e308", "0", "null", "true", "[]", "{}", "\"\"",
        "\"\\u0000\\u001b[2J\"", "\"" + String(repeating: "x", count: 100_000) + "\"", "18446744073709551616",
    ]
    private static let commands = [
        ["profile"], ["orders"], ["errors"], ["migration", "status"], ["deals", "--offline"],
    ]

    @Test("Whatever stands in a field of a state file, every command ends by itself")
    func fields() async throws {
        try await withFolder { folder in
            let full = folder.appending(path: "full")
            let account = AccountProcess(state: full)
            for command in [
                ["profile"], ["orders"], ["deals"], ["settings"], ["open", "account://nowhere"],
                ["migration", "set", "orders", "compare"], ["orders"],
            ] { _ = try await account.run(command) }
            var tries: [(String, Data)] = []
            for (path, data) in try contents(of: full) where path.hasSuffix(".json") || path.hasSuffix(".jsonl") {
                for mutation in mutations(of: data) { tries.append((path, mutation)) }
            }
            try #require(tries.count > 200, "\(tries.count)")
            let chosen = tries.enumerated().filter {
                Effort.current == .full || $0.offset.isMultiple(of: 5)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, (offset, (path, data))) in chosen.enumerated() {
                    if number >= 3 { try await group.next() }
                    group.addTask { try await played(offset, path, data, in: folder, from: full) }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A pipe in the place of a state file is not waited for")
    func pipes() async throws {
        try await withFolder { folder in
            let full = folder.appending(path: "full")
            let account = AccountProcess(state: full)
            for command in ["orders", "deals"] { _ = try await account(command) }
            for path in try contents(of: full).keys.sorted() where !path.hasPrefix("sandbox/") {
                let state = folder.appending(path: UUID().uuidString)
                try FileManager.default.copyItem(at: full, to: state)
                let file = state.appending(path: path)
                try FileManager.default.removeItem(at: file)
                try #require(mkfifo(file.path, 0o600) == 0)
                for command in ["orders", "deals", "errors"] {
                    let ended = try await AccountProcess(state: state).run([command], limit: .seconds(60))
                    #expect(ended.code != nil, "\(path), \(command): \(ended.status) \(ended.error)")
                }
            }
        }
    }

    private func played(_ number: Int, _ path: String, _ data: Data, in folder: URL, from full: URL) async throws {
        let state = folder.appending(path: "try-\(number)")
        try FileManager.default.copyItem(at: full, to: state)
        defer { try? FileManager.default.removeItem(at: state) }
        try data.write(to: state.appending(path: path))
        let command = path.contains("errors") ? ["errors"] : Self.commands[number / 5 % Self.commands.count]
        let ended = try await AccountProcess(state: state).run(command, limit: .seconds(60))
        #expect(
            ended.code != nil,
            "\(path) as \(String(decoding: data.prefix(300), as: UTF8.self)): \(command) ended with \(ended.status): \(ended.error)"
        )
    }

    /// Returns the JSON with one value replaced by an extreme, for each value and each extreme.
    private func mutations(of data: Data) -> [Data] {
        let text = String(decoding: data, as: UTF8.self)
        let value = /:\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)/
        // Long lists repeat themselves.
        return text.matches(of: value).prefix(24).flatMap { match in
            Self.extremes.map { extreme in
                var text = text
                text.replaceSubrange(match.output.1.startIndex..<match.output.1.endIndex, with: extreme)
                return Data(text.utf8)
            }
        }
    }
}
