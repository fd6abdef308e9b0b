import Foundation
import TestSupport
import Testing

@testable import SeamKit

/// `EFFORT` decides on the length of hostile inputs. By default it is below `SourceLimits.chain`, because a debug build takes half a
/// minute for all rows above it.
@Suite("Bad input", .ownThread)
struct HostileInputTests {
    private static let length = Effort.value(quick: 3_000, change: 22_000, full: 60_000)
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

    private static func times(_ text: String, _ factor: Int = 1) -> String {
        String(repeating: text, count: length * factor)
    }

    @Test(
        "Nothing crashes or hangs, and the other files are read",
        arguments: [
            Row("empty", ""), Row("BOM", "\u{FEFF}let a = 1"), Row("CRLF", "let a = 1\r\nlet b = 2\r\n"),
            Row("NUL", "let a\0 = 1"),
            Row("not UTF-8", [0xFF, 0xFE, 0x00]), Row("cut in a character", [0x6C, 0xC3]),
            Row("does not parse", "class {{{ func ("),
            Row("merge marks", "<<<<<<< a\nlet a\n=======\nlet b\n>>>>>>> b\n"),
            Row("one long line", "let s = \"" + times("a", 160) + "\""),
            Row("one long list", "let s = [" + times("1,", 3) + "]"),
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
            Row("dollars", times("$")),
            Row("case", times("case ")),
            Row("keywords", times("class extension static let func import ")), Row("arrows", times("-> ")),
            Row("casts with lines", "let a = b" + times("\nas A")),
            Row("opaque", "let a: " + times("some ")), Row("inout", "f(" + times("&") + "a)"),
            Row("minus", "let a = " + times("- ")),
            Row("generic bases", "let a = A" + times("<Int>.B")), Row("labels", times("a: ")),
            Row("commas", times(", ")),
            Row("assignments", times("a = ")), Row("lines of prefixes", "let a =" + times("\ntry")),
            Row("lines of dots", "let a =" + times("\n.")),
            Row("else if with commas", "func f() { if a {} " + times("else if a, b {} ") + "}"),
            Row("functions over lines", "let a: " + times("() \n-> ")),
            Row("packs over lines", "let a = " + times("repeat\neach ")),
            Row("functions with commas", "let a: " + times("(A, B) -> ")),
            Row("generic bases with commas", "let a = A" + times("<Int, Int>.B")),
            Row("generic types with commas", "let a: A" + times("<Int, Int>.B")),
            Row("calls with commas", "let a = b" + times(".c(1, 2)")),
            Row("closures in a chain", "let a = b" + times(".c {}")),
            Row("chain over comments", "let a = b" + times("\n//\n.c")),
            Row("types of types", "let a: A" + times(".B")), Row("conflicts", times("<<<<<<< a\n")),
            Row("other conflicts", times(">>>> a\n")),
            Row("conditional members", "let a = b" + times("\n#if c\n.d\n#endif")),
        ]
    )
    func hostile(_ row: Row) throws {
        let tree = try Tree(["A/Good.swift": Self.good])
        try tree.write("A/Bad.swift", Data(row.bytes))
        let map = try tree.map()
        #expect(map.uses.filter { $0.file == "A/Good.swift" }.map(\.member) == ["n"])
        _ = JSONReport().text(of: map)
    }

    /// How often something stands that no limit of sources is about: as often as shows a time by the square.
    private static let count = Effort.value(quick: 3_000, change: 6_000, full: 60_000)

    /// Returns a text for each number, which may name the one before.
    private static func row(_ text: (_ number: Int, _ before: Int) -> String) -> String {
        (1...count).map { text($0, $0 - 1) }.joined(separator: "\n") + "\n"
    }

    @Test(
        "Declarations that lead to each other in a long row end, too",
        arguments: [
            Row("locals", "func g() {\nlet a0 = L.it\n" + row { "let a\($0) = a\($1)" } + "}\n"),
            Row("locals by fallbacks", "func g() {\nlet a0 = L.it\n" + row { "let a\($0) = a\($1) ?? a0" } + "}\n"),
            Row(
                "casts of a delegate",
                "import UIKit\nfinal class D: NSObject, UIApplicationDelegate {}\nfunc g() {\n"
                    + "let a0 = UIApplication.shared.delegate\n" + row { "let a\($0) = a\($1) as? D" } + "}\n"
            ),
            Row("statics", "enum P {\nstatic var a0: L { L.it }\n" + row { "static var a\($0): L { a\($1) }" } + "}\n"),
            Row(
                "constants of one class",
                "final class K { var n = 0; init(_ n: Int) {}\n"
                    + row { number, _ in "static let k\(number) = K(\(number))" }
                    + "}\n"
            ),
            Row("statics backwards", "enum P {\n" + row { "static var a\($1): L { a\($0) }" } + "}\n"),
            Row("functions", "func a0() -> L { L.it }\n" + row { "func a\($0)() -> L { a\($1)() }" }),
            Row("other names", "typealias T0 = L\n" + row { "typealias T\($0) = T\($1)" }),
            Row("parents", "class C0 { static let s = C0(); var n = 0 }\n" + row { "class C\($0): C\($1) {}" }),
            Row(
                "types",
                "final class C0 { static let s = C0(); var n = 0; func f() {} }\n"
                    + row {
                        "final class C\($0) { static let s = C\($0)(); static let t = C\($0)(); func f() { C\($1).s.f() } }"
                    }
            ),
            Row(
                "members",
                "final class S {\nstatic let it = S()\n" + row { number, _ in "var m\(number) = 0" } + "}\n"
                    + row { number, before in
                        "struct U\(number) { func f() { S.it.m\(number) = S.it.m\(max(1, before / 2 * 2)) } }"
                    }
            ),
        ]
    )
    func rows(_ row: Row) throws { try hostile(row) }

    @Test("A head of Objective-C without an end, and many comments, are read in one go")
    func objectiveC() throws {
        let good = "import Foundation\n@objc final class L: NSObject { @objc static let it = L(); @objc var n = 0 }\n"
        let head =
            "@implementation A\nvoid f(void) { [[L it] n]; }\n" + String(repeating: "- (", count: 10 * Self.count)
        let comments =
            String(repeating: "// seam:allow L: soon\n", count: Self.count) + "\n[L it]\n"
            + String(repeating: "a\n", count: Self.count)
        for text in [head, comments] {
            let map = try Tree(["A/Good.swift": good, "A/Old.m": text]).map()
            #expect(map.uses.count == 1)
        }
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

    @Test(
        "A file that nests or chains deeper than the limit is reported, and not parsed",
        arguments: [
            "(", ".c", "\n//\n.c", ".c {}", ".c(1, 2)", "(\n)", "() -> ", "() \n-> ", "(A, B) -> ", "<A, B>.C",
            " repeat\neach",
            " else if a, b {} ", " else if a {}\n", "\n#if c\n.d\n#endif",
        ]
    )
    func tooDeep(repeated: String) throws {
        let tree = try Tree(["A/Good.swift": Self.good])
        let text = "func f() { let a = b" + String(repeating: repeated, count: SourceLimits.chain + 1)
        try tree.write("A/Bad.swift", Data(text.utf8))
        let map = try tree.map()
        #expect(map.problems.map { "\($0.path) \($0.kind.rawValue)" } == ["A/Bad.swift depth"])
        #expect(map.uses.count == 1)
    }

    @Test(
        "Many statements, elements and declarations are no depth",
        arguments: [
            "a.b(1, c)\n", "let a = [1, 2]\n", "(if a { 1 } else { 2 })\n", "func f() -> (A, B) { { 1 }() }\n",
            "#expect(a < b)\n",
            "  // c\n  a.b { $0 }\n", "case 1: a()\n", "\"a\"\n", "a; ", "@a var b = 1\n", "a?.b = c!\n",
            "let a: A<B>\n",
        ]
    )
    func wide(repeated: String) throws {
        let text = String(repeating: repeated, count: SourceLimits.chain / 2)
        for text in [
            text, "class A {\n func f() {\n\(text)}\n}\n", "let a = [" + text.replacing("\n", with: ",\n") + "]",
        ] {
            let bytes = Array(text.utf8)
            #expect(bytes.withUnsafeBufferPointer { ByteScanner.sketch(of: $0) }.depth < 100)
        }
    }

    @Test("A syntax error is told with its line, and the rest of the file is read")
    func syntax() throws {
        let map = try Tree(["A/Bad.swift": Self.good + "func g( {\n"]).map()
        #expect(map.problems.map { "\($0.kind.rawValue) \($0.line)" } == ["syntax 3"])
        #expect(map.uses.count == 1)
    }
}
