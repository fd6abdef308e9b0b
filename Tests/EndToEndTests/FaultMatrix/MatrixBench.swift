import AccountSandbox
import Foundation
import Testing

/// A store and copies of everything that may be stored for it, on which cells are tried one after the other.
struct MatrixBench {
    private let folder: URL
    private let server: SandboxServer
    private let turns: Turns

    private var url: String { server.url.absoluteString }
    private var store: URL { folder.appending(path: "store") }

    /// Creates a bench in `folder`, tries the cells one after the other, and returns their outcomes.
    static func outcomes(of cells: [MatrixCell], in folder: URL, _ turns: Turns) async throws -> [MatrixCell: String] {
        let bench = try await MatrixBench(folder, turns)
        var outcomes: [MatrixCell: String] = [:]
        do {
            for cell in cells { outcomes[cell] = try await bench.outcome(of: cell) }
        } catch {
            await bench.server.stop()
            throw error
        }
        await bench.server.stop()
        return outcomes
    }

    /// Creates a bench in `folder`, and everything that may be stored.
    private init(_ folder: URL, _ turns: Turns) async throws {
        self.folder = folder
        self.turns = turns
        server = try await SandboxServer.start(
            SandboxConfiguration(tokenLifetime: .seconds(24 * 3600), stateFolder: folder.appending(path: "store"))
        )
        do {
            try await prepare()
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Tries a cell and returns its outcome: the exit code, what is shown, what the store has done, and the messages.
    private func outcome(of cell: MatrixCell) async throws -> String {
        let state = folder.appending(path: "cell")
        try replace(state, by: kept(cell.state))
        try replace(store, by: kept(cell.state, "store"))
        if cell.row.isReplaced { try copy(kept(.new, "plans/migration"), to: state.appending(path: "migration")) }
        server.setFaults([SandboxFault(cell.fault, on: cell.row.target)])
        let timeout = cell.isHanging ? 12 : 30
        let ended = try await AccountProcess(state: state, turns: turns).run(
            cell.row.command + ["--server", url, "--timeout", String(timeout), "--format", "json"],
            input: SandboxAccount.demo.password + "\n",
            limit: .seconds(timeout + 200)
        )
        server.setFaults([])
        let code = try #require(ended.code, "\(cell) ended with \(ended.status): \(ended.error)")
        let changes = await server.settings(of: "ada").applied.count
        let parts = [
            String(code), shown(try ended.json), changes > 0 ? "(changes at the store: \(changes))" : nil,
            messages(ended.error),
        ]
        return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

// MARK: - What is stored

extension MatrixBench {
    private func kept(_ state: MatrixCell.State, _ part: String = "device") -> URL {
        folder.appending(path: "kept-\(state.rawValue)/\(part)")
    }

    private func prepare() async throws {
        for state in MatrixCell.State.allCases {
            let device = kept(state)
            try copy(kept(.stored), to: device, unless: state == .new || state == .stored)
            try replace(store, by: kept(.stored, "store"), unless: state == .new || state == .stored)
            try await make(state, on: device)
            try copy(store, to: kept(state, "store"))
        }
        for useCase in ["orders", "addresses"] {
            let set = ["migration", "set", useCase, "replacement", "--without-verdict"]
            try await run(set, on: kept(.new, "plans"), server: nil)
        }
    }

    private func make(_ state: MatrixCell.State, on device: URL) async throws {
        switch state {
        case .new:
            try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        case .stored:
            for command in [["profile"], ["deals"], ["settings"], ["reserve", "kept.example"]] {
                try await run(command, on: device, server: url)
            }
        case .expired:
            for (folder, suffix, field) in [("store", ".json", "expires_at"), ("legacy", "session.json", "expires")] {
                try change(folder, suffix, on: device) { data in
                    var record = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
                    try #require(record.updateValue(1.0, forKey: field) != nil)
                    data = try JSONSerialization.data(withJSONObject: record)
                }
            }
        case .queued:
            server.setFaults([SandboxFault(.unavailable, on: .init("PUT", "/settings"))])
            try await run(["settings", "--push", "off"], on: device, server: url)
            server.setFaults([])
        case .damaged:
            try change("store", ".sqlite", on: device) { data in
                data.replaceSubrange(0..<4096, with: Data(repeating: 7, count: 4096))
            }
        case .newer:
            // The version is a number of four bytes at this place of the header.
            try change("store", ".sqlite", on: device) { $0.replaceSubrange(60..<64, with: [0, 0, 0, 99]) }
        case .signedOut:
            try await run(["sign-out"], on: device, server: url)
        }
    }

    private func run(_ command: [String], on device: URL, server: String?) async throws {
        let place = server.map { ["--server", $0, "--timeout", "120"] } ?? []
        let ended = try await AccountProcess(state: device, turns: turns).run(command + place)
        try #require(ended.code == 0, "\(command): \(ended.error)")
    }

    /// Changes the only file below a folder whose name ends with `suffix`.
    private func change(
        _ part: String,
        _ suffix: String,
        on device: URL,
        _ body: (inout Data) throws -> Void
    ) throws {
        let folder = device.appending(path: part)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }
        try #require(names.count == 1, "\(names)")
        let file = folder.appending(path: names[0])
        var data = try Data(contentsOf: file)
        try body(&data)
        try data.write(to: file)
    }

    private func replace(_ folder: URL, by other: URL, unless isLeft: Bool = false) throws {
        if isLeft { return }
        // The store may still write because of a request whose command has ended.
        for isLast in [false, false, true] {
            try? FileManager.default.removeItem(at: folder)
            do { return try copy(other, to: folder) } catch { if isLast { throw error } }
        }
    }

    private func copy(_ folder: URL, to other: URL, unless isLeft: Bool = false) throws {
        if isLeft { return }
        let parent = other.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: folder, to: other)
    }
}

// MARK: - What is seen

extension MatrixBench {
    /// Returns what the document says: of each part its age, its problem, and how much of it could not be read.
    private func shown(_ document: [String: Any]) -> String {
        document.sorted { $0.key < $1.key }.compactMap { name, part -> String? in
            guard let part = part as? [String: Any] else { return nil }
            var words: [String] = []
            if let age = (part["freshness"] as? [String: Any])?["state"] as? String { words.append(age) }
            if let problem = name == "problem" ? part : part["problem"] as? [String: Any] {
                words.append(problem["key"] as? String ?? "?")
            }
            if let gaps = part["unreadable"] as? [Any], !gaps.isEmpty { words.append("unreadable: \(gaps.count)") }
            if let changes = part["changes"] as? [[String: Any]] {
                words.append("[" + changes.compactMap { $0["result"] as? String }.joined(separator: ", ") + "]")
            }
            for flag in ["confirmed", "newDeals", "isSignedIn"] {
                if let value = part[flag] as? Bool { words.append("\(flag): \(value)") }
            }
            return "\(name){\(words.joined(separator: ", "))}"
        }.joined(separator: " ")
    }

    /// Returns the messages on one line, without what differs from run to run.
    private func messages(_ error: String) -> String {
        var text = error.replacingOccurrences(of: url, with: "STORE")
        text = text.replacingOccurrences(of: "http%3a%2f%2f127.0.0.1%3a\(server.url.port ?? 0)", with: "STORE")
        text = text.replacing(/\d{8}T\d{6}Z/, with: "TIME")
        return text.split(separator: "\n").map { line in
            let line = line.hasPrefix("account: ") ? line.dropFirst(9) : line
            return "\"\(line)\""
        }.joined(separator: " ")
    }
}
