import Foundation
import SeamKit
import TestSupport
import Testing

@testable import seam

@Suite("The Model Context Protocol")
struct ProtocolServerTests {
    private static func server(writes: Bool = false) -> ProtocolServer {
        ProtocolServer(tools: ServedTool.all(for: "/tree", writes: writes)) { arguments in
            (arguments.joined(separator: " "), false)
        }
    }

    private static func answer(_ message: String, writes: Bool = false) throws -> JSONValue? {
        try server(writes: writes).answer(to: message).map { line in
            #expect(!line.contains("\n"))
            return try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
        }
    }

    private static func call(_ name: String, _ arguments: String, writes: Bool = false) throws -> (
        text: String, isError: Bool
    ) {
        let message = """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\(name)","arguments":\(arguments)}}
            """
        let result = try #require(try answer(message, writes: writes)?["result"])
        guard case .list(let content)? = result["content"] else { return ("", true) }
        return (content.first?["text"]?.text ?? "", result["isError"] == true)
    }

    @Test("A client is greeted in the version that it speaks, or in the newest")
    func initialize() throws {
        for (asked, spoken) in [("2024-11-05", "2024-11-05"), ("1999-01-01", ProtocolServer.versions[0])] {
            let answer = try Self.answer(
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"\(asked)\"}}"
            )
            #expect(answer?["id"] == "a")
            #expect(answer?["result"]?["protocolVersion"]?.text == spoken)
            #expect(answer?["result"]?["capabilities"]?["tools"] != nil)
        }
        #expect(try Self.answer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}") == nil)
        #expect(try Self.answer("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}")?["id"] == 7)
    }

    @Test("What is no request gets an error with its code")
    func errors() throws {
        for (message, code) in [
            ("nonsense", -32700), ("[]", -32600), ("{\"id\":1}", -32600), ("{\"id\":1,\"method\":\"ping\"}", -32600),
            ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600),
            ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\"}", -32601),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"rm\"}}", -32602),
        ] {
            #expect(try Self.answer(message)?["error"]?["code"]?.number == code, "\(message)")
        }
        #expect(try Self.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}") == nil)
        let long = try Self.call("explain", "{\"place\":\"\(String(repeating: "x", count: 20_000))\"}")
        #expect(long.isError && long.text.contains("place is longer than 10000 bytes"))
        #expect(try Self.call("explain", "{\"place\":\"a\\u0000b\"}").isError)
    }

    @Test("A list of messages gets a list of answers, without those that want none")
    func lists() throws {
        let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
        let note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
        let answer = try Self.answer("[\(ping),\(note),7]")
        guard case .list(let answers)? = answer else { return #expect(Bool(false), "\(String(describing: answer))") }
        #expect(answers.map { $0["id"] } == [1, .null] && answers[1]["error"]?["code"] == -32600)
        #expect(try Self.answer("[\(note)]") == nil)
    }

    @Test("Only a server that may write has a tool that writes")
    func tools() throws {
        func names(writes: Bool) throws -> [String] {
            let answer = try Self.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", writes: writes)
            guard case .list(let tools)? = answer?["result"]?["tools"] else { return [] }
            #expect(tools.allSatisfy { $0["inputSchema"]?["type"] == "object" && $0["description"]?.text != nil })
            return tools.compactMap { $0["name"]?.text }
        }
        let reading = ["map", "explain", "next", "plan", "check", "progress"]
        #expect(try names(writes: false) == reading)
        #expect(try names(writes: true) == reading + ["apply"])
        for stage in ["gather", "inject", "thread", "retire"] {
            let text = try Self.call("plan", "{\"singleton\":\"Log\",\"stage\":\"\(stage)\"}", writes: true).text
            #expect(!text.contains("--write") && text.hasSuffix("-- Log /tree"), "\(text)")
        }
        #expect(
            try Self.call("apply", "{\"singleton\":\"Log\",\"stage\":\"retire\"}", writes: true).text
                == "retire --write -- Log /tree"
        )
    }

    @Test("No value of a client becomes an option, and wrong arguments are named")
    func arguments() throws {
        #expect(try Self.call("plan", "{\"singleton\":\"--write\"}").text == "cut -- --write /tree")
        #expect(
            try Self.call("map", "{\"type\":\"--force\",\"limit\":3}").text
                == "map --no-frameworks --type=--force --limit=3 -- /tree"
        )
        for (name, arguments, part) in [
            ("plan", "{}", "plan needs singleton"), ("map", "{\"output\":\"/etc/passwd\"}", "has no argument output"),
            ("map", "{\"limit\":\"3\"}", "limit is a whole number"),
            ("plan", "{\"singleton\":\"L\",\"stage\":\"all\"}", "stage is gather"),
            ("progress", "{\"format\":\"html\"}", "format is text, markdown"),
            ("next", "[]", "arguments are an object"),
        ] {
            let result = try Self.call(name, arguments)
            #expect(result.isError && result.text.contains(part), "\(result.text)")
        }
    }

    @Test("A long text is cut off, and says so")
    func long() throws {
        let server = ProtocolServer(tools: ServedTool.all(for: "/tree", writes: false)) { _ in
            (String(repeating: "x", count: 100_000), false)
        }
        let line = try #require(
            server.answer(to: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"next\"}}")
        )
        #expect(line.utf8.count < ProtocolServer.limit + 500 && line.contains("cut off here"))
    }

    @Test("The command answers each message on a line of its own, with what the commands print", .ownThread)
    func command() throws {
        let folder = try MapCommandTests.Folder([
            "App/Log.swift": "final class Log { static let shared = Log(); var n = 0; func write() { n += 1 } }\n",
            "App/Cart.swift": "final class Cart { func a() { Log.shared.write() } }\n",
        ])
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appending(path: "seam")
        process.arguments = ["mcp", folder.root.path + "/tree"]
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_CACHE_HOME"] = folder.root.path + "/results"
        environment["XDG_STATE_HOME"] = folder.root.path + "/state"
        process.environment = environment
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let messages = [
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"next\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"check\"}}",
        ]
        try input.fileHandleForWriting.write(contentsOf: Data((messages.joined(separator: "\n") + "\n").utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let answers = try text.split(separator: "\n").map {
            try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
        }
        #expect(answers.map { $0["id"] } == [1, 2, 3])
        let next = try #require(answers.count == 3 ? answers[1]["result"]?["content"] : nil)
        guard case .list(let content) = next else { return }
        #expect(content.first?["text"]?.text?.contains("cut Log") == true)
        // Without a seam.yml there are no rules to hold.
        #expect(answers[2]["result"]?["isError"] == true)
    }
}
