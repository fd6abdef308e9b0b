import Foundation
import SeamKit

/// Responds to the messages of the Model Context Protocol: one JSON-RPC message on each line.
///
/// It runs `seam` for each call of a tool, so a tool can do what the command can do, and nothing else. The folder is the one that the
/// server was started for.
struct ProtocolServer {
    /// The versions of the protocol that this server speaks, newest first.
    static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

    let tools: [ServedTool]
    /// Runs `seam` with arguments, and returns what it printed and whether it succeeded.
    let run: ([String]) -> (text: String, isError: Bool)

    /// Returns the answer to a message, or to a list of them; nil if it wants none.
    func answer(to line: String) -> String? {
        guard let message = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)) else {
            return Self.line(of: Self.failure(id: .null, code: -32700, message: "this is no JSON"))
        }
        // Version 2025-03-26 has lists.
        guard case .list(let messages) = message, !messages.isEmpty else { return answer(to: message).map(Self.line) }
        let answers = messages.compactMap { answer(to: $0) }
        return answers.isEmpty ? nil : Self.line(of: .list(answers))
    }

    private func answer(to message: JSONValue) -> JSONValue? {
        guard case .object = message, let method = message["method"]?.text else {
            // The answer to a request of ours: there are none.
            if message["result"] != nil || message["error"] != nil { return nil }
            return Self.failure(
                id: message["id"] ?? .null,
                code: -32600,
                message: "a request is an object with a method"
            )
        }
        guard let id = message["id"] else { return nil }
        guard message["jsonrpc"] == "2.0", id.text != nil || id.number != nil else {
            return Self.failure(
                id: id,
                code: -32600,
                message: "a request has the version 2.0 of jsonrpc, and a text or number as its id"
            )
        }
        let parameters = message["params"] ?? [:]
        switch method {
        case "initialize": return Self.success(id: id, result: greeting(for: parameters))
        case "ping": return Self.success(id: id, result: [:])
        case "tools/list": return Self.success(id: id, result: ["tools": .list(tools.map(\.description))])
        case "tools/call": return call(id: id, parameters: parameters)
        default:
            return Self.failure(
                id: id,
                code: -32601,
                message: "there is no method \(method); this server has tools only"
            )
        }
    }

    private func greeting(for parameters: JSONValue) -> JSONValue {
        let asked = parameters["protocolVersion"]?.text ?? ""
        return [
            "protocolVersion": .text(Self.versions.contains(asked) ? asked : Self.versions[0]),
            "capabilities": ["tools": [:]],
            "serverInfo": ["name": "seam", "version": .text(PackageVersion.current)],
            "instructions":
                "Call next first; it names the command and what it changes. plan shows a change and writes nothing.",
        ]
    }

    private func call(id: JSONValue, parameters: JSONValue) -> JSONValue {
        guard let name = parameters["name"]?.text, let tool = tools.first(where: { $0.name == name }) else {
            let names = tools.map(\.name).joined(separator: ", ")
            return Self.failure(
                id: id,
                code: -32602,
                message: "there is no tool \(parameters["name"]?.text ?? ""); there are \(names)"
            )
        }
        let arguments: [String]
        do throws(ServedTool.Refusal) {
            arguments = try tool.arguments(from: parameters["arguments"] ?? [:])
        } catch {
            return Self.success(id: id, result: Self.content("seam: error: \(error.reason)", isError: true))
        }
        let result = run(arguments)
        return Self.success(id: id, result: Self.content(result.text, isError: result.isError))
    }

    /// The longest text that a tool returns: more helps nobody who reads it as a whole.
    static let limit = 30_000

    private static func content(_ text: String, isError: Bool) -> JSONValue {
        var text = text
        if text.utf8.count > limit {
            text = String(text.prefix(limit)) + "\n(cut off here; ask for less with limit, type or singleton)\n"
        }
        return ["content": [["type": "text", "text": .text(text)]], "isError": .bool(isError)]
    }

    private static func success(id: JSONValue, result: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    private static func failure(id: JSONValue, code: Int, message: String) -> JSONValue {
        ["jsonrpc": "2.0", "id": id, "error": ["code": .whole(code), "message": .text(message)]]
    }

    private static func line(of value: JSONValue) -> String { JSONText.of(value, isOneLine: true) }
}
