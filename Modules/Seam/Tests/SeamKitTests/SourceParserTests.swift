import Dispatch
import Foundation
import TestSupport
import Testing

@testable import SeamKit

@Suite("The limits of what is parsed", .ownThread)
struct SourceParserTests {
    private static func isTooDeep(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { ByteScanner.sketch(of: $0).isTooDeep }
    }

    @Test(
        "What takes the parser longer with each level is not parsed beyond a few",
        arguments: [
            "[", "@a(", "@a (", "@A<", "@a.b(", "@A<() -> ", "#a(", "\"\\(", "\\(", "[(", "([", "A<[", "@available(1",
            "package#a(A@available(",
        ]
    )
    func lookahead(unit: String) {
        #expect(Self.isTooDeep(String(repeating: unit, count: SourceLimits.lookahead + 1)))
        #expect(!Self.isTooDeep(String(repeating: unit, count: 2)))
    }

    @Test(
        "Nothing is parsed in which too much is open at one place",
        arguments: [
            "(", "{", "A<", "A.B<", "#if a\n", "A<(", "{ a in (", "func f() { ", "a(", "#if a\n{", "A<\n", "A<B\n& ",
            "some A<",
        ]
    )
    func levels(unit: String) {
        #expect(Self.isTooDeep(String(repeating: unit, count: SourceLimits.levels + 1)))
        #expect(!Self.isTooDeep(String(repeating: unit, count: 20)))
    }

    @Test(
        "Long code that closes what it opens is parsed",
        arguments: [
            "let a = b<c\n", "if a<b { c() }\n", "assert(a<b)\n", "let a: [[Int]] = [[1]]\n",
            "@A<Int>(1) var a: A<B<C>>\n",
            "#if a\nlet b = 1\n#endif\n", "print(\"\\(a) \\(b(\"\\(c)\"))\")\n", "@a(b) func f() {}\n", "#a(b)\n",
            "let f: (A) -> (B) -> C<D>\n", "for i in 0..<n { a[i]<b }\n", "let p = \\(A).b\n", "return a<b\n",
        ]
    )
    func ordinary(line: String) {
        #expect(!Self.isTooDeep(String(repeating: line, count: 2_000)))
    }

    @Test("Nobody waits for ever for work that doesn't end, and the time shrinks from one to the next")
    func deadline() {
        let end = DispatchSemaphore(value: 0)
        #expect(Deadline.value(within: 0, andFor: 0) { end.wait() } == nil)
        #expect(Deadline.value(within: 60, andFor: 0) { 1 } == 1)
        end.signal()
    }

    @Test("A source that takes too long is a problem of its own, and the others are read")
    func endless() throws {
        // Not all of this can be counted: the parser's time doubles with each `switch`.
        let tree = try Tree([
            "App/Bad.swift": String(repeating: "switch a (A)! ", count: 400),
            "App/Good.swift": "final class L { static let it = L(); var n = 0 }\nlet x = L.it.n\n",
        ])
        let map = try tree.map()
        #expect(map.uses.map(\.file) == ["App/Good.swift"])
        #expect(map.problems.map(\.path) == ["App/Bad.swift"])
    }

    @Test("Code is parsed in one place, and files are read in one way")
    func onePlace() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        let files = FileManager.default.enumerator(at: sources.standardizedFileURL, includingPropertiesForKeys: nil)
        var found: [String] = []
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in ["Parser.parse(", "Parser(", "contents(atPath"] where text.contains(word) {
                found.append("\(file.lastPathComponent) \(word)")
            }
        }
        #expect(found == ["SourceParser.swift Parser.parse("])
    }
}
