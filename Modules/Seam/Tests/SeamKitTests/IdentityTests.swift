import TestSupport
import Testing

@testable import SeamKit

@Suite("Identity", .ownThread)
struct IdentityTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var files: [String: String]
        var ids: [String]

        init(_ name: String, _ files: [String: String], _ ids: [String]) {
            testDescription = name
            self.files = files
            self.ids = ids
        }
    }

    private static let type = "public final class A { public var n = 0 }\n"

    @Test(
        "No two singletons of a map have the same id, and every use counts for one of them",
        arguments: [
            Row(
                "a static and a global of one type",
                [
                    "App/A.swift": type + "extension A { static let it = A() }\nlet other = A()",
                    "App/Use.swift": "func f() { A.it.n = 1; other.n = 2 }",
                    // It names the global and not its type.
                    "App/Other.swift": "func g() { other.n = 3 }",
                ],
                ["App.A", "App.other"]
            ),
            Row(
                "two globals of one type",
                [
                    "App/A.swift": type + "let one = A()\nlet two = A()",
                    "App/Use.swift": "func f() { one.n = 1; two.n = 2 }",
                ],
                ["App.one", "App.two"]
            ),
            Row(
                "one global in both branches of #if",
                [
                    "App/A.swift": type + "#if DEBUG\nlet one = A()\n#else\nlet one = A()\n#endif",
                    "App/Use.swift": "func f() { one.n = 1 }",
                ],
                ["App.one"]
            ),
            Row(
                "private globals of one name",
                [
                    "App/A.swift": type,
                    "App/Left.swift": "private let log = A()\nfunc f() { log.n = 1 }",
                    "App/Right.swift": "private let log = A()\nfunc g() { log.n = 1; log.n = 2 }",
                ],
                ["App.log@App/Left.swift", "App.log@App/Right.swift"]
            ),
            Row(
                "private types of one name",
                [
                    "App/Left.swift":
                        "private class C { static let it = C(); var n = 0 }\nfunc f() { C.it.n = 1 }",
                    "App/Right.swift":
                        "private class C { static let it = C(); var n = 0 }\nfunc g() { C.it.n = 1; C.it.n = 2 }",
                ],
                ["App.C@App/Left.swift", "App.C@App/Right.swift"]
            ),
        ]
    )
    func unique(_ row: Row) throws {
        let map = try Tree(row.files).map()
        #expect(map.singletons.map(\.id).sorted() == row.ids)
        #expect(Set(map.uses.map(\.singleton)) == Set(row.ids))
        let entries = Ranking(of: map).entries
        #expect(entries.reduce(0) { $0 + $1.uses } == map.uses.count)
        #expect(Picture(of: map, limit: 30).edges.reduce(0) { $0 + $1.uses } == map.uses.count)
    }

    @Test("A singleton can be asked for by its type, its module and type, its id, and a global by its name")
    func names() throws {
        let tree = try Tree([
            "App/A.swift": Self.type + "extension A { static let it = A() }\nlet other = A()",
            "App/Use.swift": "func f() { A.it.n = 1; other.n = 2 }",
            // It names the global and not its type.
            "App/Other.swift": "func g() { other.n = 3 }",
        ])
        func uses(_ name: String) throws -> [Int] {
            let map = try tree.map(.init(types: [name]))
            return map.singletons.map { singleton in map.uses.count { $0.singleton == singleton.id } }
        }
        #expect(try uses("A") == [1, 2])
        #expect(try uses("App.A") == [1, 2])
        #expect(try uses("other") == [2])
        #expect(try uses("App.other") == [2])
        #expect(try uses("B") == [])
    }

    @Test("A private global that only accessors of its type hand out is their storage, and no singleton of its own")
    func storage() throws {
        let map = try Tree.map(
            """
            final class A { var n = 0 }
            extension A { static var it: A { kept } }
            private let kept: A = { let a = A(); return a }()
            func f() { A.it.n = 1 }
            func g() { kept.n = 1 }
            """
        )
        #expect(map.found == ["A.it"])
        #expect(map.list == ["4 write A.n", "5 write A.n"])
    }
}
