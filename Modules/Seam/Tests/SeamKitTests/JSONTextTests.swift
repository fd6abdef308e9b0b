import Foundation
import Testing

@testable import SeamKit

@Suite("JSON")
struct JSONTextTests {
    private struct Document: Encodable {
        var b = "x\u{1B}[2J\u{202E}y"
        var a = 1
    }

    @Test("Keys are sorted, and a terminal obeys nothing in it")
    func text() throws {
        let text = JSONText.of(Document())
        #expect(text == "{\n  \"a\" : 1,\n  \"b\" : \"x\\u001b[2J\\u202ey\"\n}\n")
        #expect(JSONText.of(Document(), isOneLine: true) == #"{"a":1,"b":"x\u001b[2J\u202ey"}"#)
        let read = try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
        #expect(read["b"]?.text == Document().b)
    }

    private static var use: Use {
        var use = Use(
            singleton: "M.S",
            type: "S",
            member: "b",
            kind: .write,
            certainty: .byName,
            path: .keyPath,
            file: "f",
            line: 9,
            column: 10,
            module: "M",
            enclosingType: "E",
            enclosingFunction: "f()",
            isTest: true
        )
        (use.offset, use.alsoIn, use.fallbackFor, use.isDisputed) = (11, ["C"], "x", true)
        return use
    }

    /// A map in which each field has a value of its own.
    private static var map: CodeMap {
        var map = CodeMap()
        map.modules = [
            Module(name: "App", origin: .tuist, manifest: "P", folders: ["A"], isTest: true, dependencies: ["B"])
        ]
        map.files = [
            SourceFile(
                path: "A/B.swift",
                module: "App",
                alsoIn: ["C"],
                isUncompiled: true,
                isLinked: true,
                isTest: true,
                imports: [Import(module: "UIKit", line: 1, column: 2, isExported: true)],
                directives: [Directive(text: "allow X", line: 3, followsCode: true, lines: 3...5)],
                mentions: [Mention(name: "T", qualifier: "M", member: "m", enclosing: "E", line: 7, column: 8)],
                declarations: ["T"],
                contentHash: "0f"
            )
        ]
        var accessor = Singleton.Accessor(
            name: "shared",
            isMutable: true,
            isFunction: true,
            file: "f",
            line: 4,
            column: 5
        )
        accessor.isAction = true
        var singleton = Singleton(
            name: "S",
            module: "M",
            shape: .world,
            accessors: [accessor],
            file: "f",
            line: 2,
            column: 3
        )
        (singleton.state, singleton.touches, singleton.protocols) = (["a"], ["b": ["a"]], ["b": "P"])
        map.singletons = [singleton]
        map.uses = [use]
        map.skipped = [Skipped(path: "V", reason: .vendored)]
        map.problems = [SourceProblem(path: "p", line: 6, kind: .depth, message: "deep")]
        (map.statistics.lines, map.statistics.bytes) = (12, 13)
        return map
    }

    @Test("A stored map has every field that it had, and is written as the same bytes again")
    func stored() throws {
        let map = Self.map
        var writer = ArchiveWriter()
        map.write(to: &writer)
        let read = try writer.bytes.withUnsafeBufferPointer { bytes in
            var reader = ArchiveReader(bytes: bytes)
            return try CodeMap(from: &reader)
        }
        #expect(read == map)
        #expect(read.statistics.lines == 12)
        #expect(read.statistics.bytes == 13)
        var again = ArchiveWriter()
        read.write(to: &again)
        #expect(again.bytes == writer.bytes)
    }
}
