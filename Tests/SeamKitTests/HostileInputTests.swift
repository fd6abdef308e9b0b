#if Tool
    import Foundation
    import Testing

    @testable import SeamKit

    @Suite("Bad input")
    struct HostileInputTests {
        private static let good = "final class L { static let it = L(); var n = 0 }\nfunc f() { print(L.it.n) }\n"

        struct Row: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var bytes: [UInt8]

            init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

            init(_ name: String, _ bytes: [UInt8]) {
                testDescription = name
                self.bytes = bytes
            }
        }

        private static func times(_ text: String, _ count: Int = 60_000) -> String {
            String(repeating: text, count: count)
        }

        @Test(
            "Nothing crashes or hangs, and the other files are read",
            arguments: [
                Row("empty", ""), Row("BOM", "\u{FEFF}let a = 1"), Row("CRLF", "let a = 1\r\nlet b = 2\r\n"),
                Row("NUL", "let a\0 = 1"),
                Row("not UTF-8", [0xFF, 0xFE, 0x00]), Row("cut in a character", [0x6C, 0xC3]),
                Row("does not parse", "class {{{ func ("),
                Row("merge marks", "<<<<<<< a\nlet a\n=======\nlet b\n>>>>>>> b\n"),
                Row("one long line", "let s = \"" + times("a", 10_000_000) + "\""),
                Row("one long list", "let s = [" + times("1,", 200_000) + "]"),
                Row("parentheses", times("(")), Row("braces", times("{")), Row("brackets", times("[")),
                Row("angles", "let a: " + times("A<")),
                Row("closed", times("(") + times(")")), Row("chain", "let a = b" + times(".c")),
                Row("calls", "let a = b" + times("()")),
                Row("chain over lines", "let a = b" + times("\n.c")), Row("subscripts", "let a = b" + times("[0]")),
                Row("forced", "let a = b" + times("! ")), Row("optional types", "let a: A" + times("?")),
                Row("prefixes", "let a = " + times("try await ")),
                Row("else if", "func f() { if a {} " + times("else if a {} ") + "}"),
                Row("else if over lines", "func f() { if a {}" + times("\nelse if a {}") + "}"),
                Row("ternaries", "let a = " + times("a ? b : ")),
                Row("operators", "let a = 1" + times(" + 1")), Row("functions", "let a: " + times("() -> ")),
                Row("metatypes", "let a: A" + times(".Type")),
                Row("interpolations", times("\"\\(")), Row("comments", times("/*")), Row("attributes", times("@a(")),
                Row("conditions", times("#if a\n")),
                Row("types", times("class A { ")), Row("closures", "let a = " + times("{ a in ")),
                Row("patterns", "let " + times("(a, ")),
                Row("casts", "let a = b" + times(" as A")), Row("quotes", times("\"")), Row("pounds", times("#")),
                Row("case", times("case ")),
                Row("keywords", times("class extension static let func import ")), Row("arrows", times("-> ")),
                Row("casts with lines", "let a = b" + times("\nas A")),
                Row("opaque", "let a: " + times("some ")), Row("inout", "f(" + times("&") + "a)"),
                Row("minus", "let a = " + times("- ")),
                Row("generic bases", "let a = A" + times("<Int>.B")), Row("labels", times("a: ")),
                Row("commas", times(", ")),
                Row("assignments", times("a = ")), Row("lines of prefixes", "let a =" + times("\ntry")),
                Row("lines of dots", "let a =" + times("\n.")),
            ]
        )
        func hostile(_ row: Row) throws {
            let tree = try Tree(["A/Good.swift": Self.good])
            try tree.write("A/Bad.swift", Data(row.bytes))
            let map = try tree.map()
            #expect(map.uses.filter { $0.file == "A/Good.swift" }.map(\.member) == ["n"])
            _ = JSONReport().text(map)
        }

        @Test(
            "A file that cannot be read is told once",
            arguments: [[0xFF] as [UInt8], Array("L.it".utf8) + [0xC3, 0x28]]
        )
        func told(_ bytes: [UInt8]) throws {
            let tree = try Tree(["A/Good.swift": Self.good])
            try tree.write("A/Bad.swift", Data(bytes))
            #expect(try tree.map().problems.map { "\($0.path) \($0.kind.rawValue)" } == ["A/Bad.swift encoding"])
        }

        @Test("A syntax error is told with its line, and the rest of the file is read")
        func syntax() throws {
            let map = try Tree(["A/Bad.swift": Self.good + "func g( {\n"]).map()
            #expect(map.problems.map { "\($0.kind.rawValue) \($0.line)" } == ["syntax 3"])
            #expect(map.uses.count == 1)
        }

        @Test("Mutated sources neither crash nor hang")
        func fuzz() {
            let count = ProcessInfo.processInfo.environment["SEAM_FUZZ_COUNT"].flatMap { Int($0) } ?? 2_000
            let first = ProcessInfo.processInfo.environment["SEAM_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
            let outcomes = Workers.map(count, threads: 2) {
                NameSet()
            } body: { names, index in
                var generator = Generator(state: first &+ UInt64(index))
                let bytes = Mutant.source(&generator)
                return bytes.withUnsafeBufferPointer { bytes -> Bool in
                    let sketch = ByteScanner.sketch(bytes, names: &names)
                    guard UTF8Check.firstError(in: bytes) == nil, sketch.depth <= SourceLimits.depth else {
                        return false
                    }
                    let program = Program(
                        files: [
                            Program.File(path: "A.swift", module: 0, imports: [], facts: FileFacts(parsing: bytes))
                        ],
                        moduleNames: ["A"]
                    )
                    var finder = SingletonFinder(program: program, options: .init())
                    _ = finder.interest()
                    let decisions = finder.run()
                    var uses = UseFinder(program: program, decisions: decisions)
                    _ = uses.uses(in: 0, isTest: false)
                    _ = PackageManifest(parsing: bytes)
                    _ = XcodeProject(parsing: bytes)
                    return true
                }
            }
            #expect(outcomes.count == count)
            // Mutants that are turned away before they are parsed would prove little.
            #expect(outcomes.count { $0 } * 2 > count)
        }
    }

    /// A generator of numbers that a seed repeats (SplitMix64, Steele, Lea and Flood 2014).
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private enum Mutant {
        static let sources = [
            """
            import Foundation
            final class Legacy: NSObject { static let shared = Legacy(); private static var other: Legacy?
              var name = ""; var list: [Int] = []; class func make() -> Legacy { if let other { return other }; return .shared }
              func fetch<T: P>(_ a: T, then: @escaping (Int) -> Void = { _ in }) async throws -> Legacy { self } }
            extension Legacy { subscript(n: Int) -> Int { get { list[n] } set { list[n] = newValue } } }
            """,
            """
            struct World { var now: () -> Date = { Date() }; var api = Legacy.shared }
            var Current = World()
            enum Services { static var api: P = Legacy(); static let queue = DispatchQueue(label: "q"); case a(Int), b }
            typealias L = Legacy
            #if DEBUG
            @MainActor class Screen<T: Legacy> { let api: L; lazy var late = { L.shared }(); @Wrapped(\\.x) var y = Self.z
              init(api: L = .shared) { self.api = api }
              func go() { guard let a = try? api.fetch(1) else { return }; switch a.list[0] { case 1...3 where a.name == "x": break; default: T.shared.list.append(1) }
                let work = { [weak self, api] in self?.api.name = "\\(L.shared.name) \\(api[keyPath: \\.name])" }
                (a ?? L.shared).name += "x"; _ = Current.api.list.map { $0 + 1 }; f(&Current.now, #selector(L.shared.go)) } }
            #elseif os(Linux)
            #else
            func x() -> some P { if a { L.shared } else { L() } }
            #endif
            """,
            """
            let package = Package(name: "P", targets: [.target(name: "A", dependencies: ["B", .product(name: "C", package: "D")], path: "x")])
            { objects = { A = {isa = PBXProject; mainGroup = B; targets = (C, D, ); }; B = { children = (A, "B"); }; }; rootObject = A; }
            """,
        ]

        static let pieces = [
            "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "\\(", "#\"", "/*", "*/", "//", "\n", "\r\n", ".",
            "?",
            "!", "=", ":", ",",
            ";", "`", "@", "#", "#if", "#endif", "&", "->", "static", "class", "let", "var", "func", "extension",
            "Self",
            "self", ".shared",
            "Legacy.shared", "init", "$", "\\.", "in", "as!", "??", "import", "\u{FEFF}", "\0", "é", "🧵", "0x", "..<",
        ]

        static func source(_ generator: inout Generator) -> [UInt8] {
            var bytes = Array(sources.randomElement(using: &generator)!.utf8)
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let at = Int.random(in: 0...bytes.count, using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: bytes.insert(contentsOf: pieces.randomElement(using: &generator)!.utf8, at: at)
                case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...40, using: &generator)))
                case 2:
                    let end = min(bytes.count, at + Int.random(in: 0...60, using: &generator))
                    let to = Int.random(in: 0...bytes.count, using: &generator)
                    bytes.insert(contentsOf: Array(bytes[at..<end]), at: to)
                case 3: bytes.insert(contentsOf: sources.randomElement(using: &generator)!.utf8.prefix(120), at: at)
                case 4: if at < bytes.count { bytes[at] = UInt8.random(in: 32...126, using: &generator) }
                default:
                    let piece = pieces.randomElement(using: &generator)!
                    bytes.insert(
                        contentsOf: String(repeating: piece, count: Int.random(in: 2...40, using: &generator)).utf8,
                        at: at
                    )
                }
            }
            return bytes
        }
    }
#endif
