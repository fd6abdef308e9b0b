import Foundation
import TestSupport
import Testing

@testable import seam

@Suite("Errors as JSON", .ownThread)
struct ErrorDocumentTests {
    private struct Document: Decodable {
        var format: String
        var message: String
        var exitCode: Int32
        var next: String?
    }

    private static let sources = [
        "Core/Log.swift": """
        public final class Log { public static let shared = Log(); var n = 0; public func write() { n += 1 } }

        """,
        "App/Cart.swift": "import Core\nfinal class Cart { func a() { Log.shared.write() } }\n",
    ]

    @Test(
        "A command that fails prints its error as JSON if it was asked for JSON",
        arguments: [
            (["map", "Nowhere"], 2, nil), (["cut", "Lug"], 66, nil), (["retire", "Lug"], 66, nil),
            (["check"], 2, "seam init"), (["baseline", "update"], 2, nil), (["progress"], 2, "git -C . log"),
            (["progress", "--verified", "HEAD"], 2, "git -C . log"), (["next", "Nowhere"], 2, nil),
            (["explain", "App/Cart.swift:7"], 66, nil), (["explain", "nonsense"], 2, nil), (["cut"], 2, nil),
            (["cut", "Log", "--gather", "--thread"], 2, nil),
            (["map", "--diff", "none.json"], 2, "seam map --format json --output FILE"),
            (["progres"], 2, "seam progress"), (["mocks"], 2, nil),
            (["map", "--output", "Core/Log.swift"], 2, nil), (["check", "--only", "files"], 2, "seam init"),
        ] as [([String], Int32, String?)]
    )
    func errors(arguments: [String], code: Int32, next: String?) throws {
        let folder = try MapCommandTests.Folder(Self.sources)
        for format in [["--format", "json"], ["--format=json"], ["-f", "json"]] {
            let done = try folder.seam(arguments + format)
            #expect(done.code == code && !done.error.isEmpty, "\(done)")
            let document = try JSONDecoder().decode(Document.self, from: Data(done.out.utf8))
            #expect(document.format == "seam-error" && document.exitCode == code)
            #expect(!document.message.isEmpty && done.error.contains(document.message.split(separator: "\n")[0]))
            if let next { #expect(document.next == next) }
        }
        #expect(try folder.seam(arguments).out == "")
    }

    @Test("Each document names the next command, and only the fields that are asked for are printed")
    func documents() throws {
        let folder = try MapCommandTests.Folder(Self.sources)
        func object(_ arguments: [String], code: Int32 = 0) throws -> [String: Any] {
            let done = try folder.seam(arguments + ["--format", "json"])
            #expect(done.code == code, "\(done)")
            return try #require(try JSONSerialization.jsonObject(with: Data(done.out.utf8)) as? [String: Any])
        }
        #expect(try object(["map"])["next"] as? String == "seam next")
        #expect(try object(["next"])["next"] as? String == "seam cut Log --write")
        #expect(try object(["explain", "App/Cart.swift:2"])["next"] as? String == "seam cut Log")
        #expect(try object(["cut", "Log"])["next"] as? String == "seam cut Log --format json --write")
        try folder.write("seam.yml", Data("version: 1\ntypes:\n  Log: {only: [Core]}\n".utf8))
        #expect(try object(["check"], code: 1)["next"] as? String == "seam explain App/Cart.swift:2")
        #expect(Set(try object(["map", "--only", "summary"]).keys) == ["format", "version", "next", "summary"])
        let wrong = try object(["map", "--only", "sumary"], code: 2)
        #expect((wrong["message"] as? String)?.contains("no field sumary; it has") == true)
    }
}
