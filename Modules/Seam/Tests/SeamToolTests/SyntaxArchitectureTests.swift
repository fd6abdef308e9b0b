import Foundation
import Testing

/// The trees of swift-syntax are read in one folder, and everything else asks its values. Only the program prints.
@Suite("What the sources of the tool say")
struct SyntaxArchitectureTests {
    private static let layer = "SeamKit/Syntax/"

    /// Returns the imports of swift-syntax in a file that may have none.
    static func trespasses(in text: String, of file: String) -> [String] {
        file.hasPrefix(layer)
            ? []
            : text.split(separator: "\n").map(String.init).filter(isImport).map { "\(file): \($0)" }
    }

    private static func isImport(_ line: String) -> Bool {
        line.firstMatch(of: /^[^\/]*\bimport (\w+ )?Swift(Syntax|Parser|Operators|Diagnostics)/)
            != nil
    }

    private static func files() throws -> [(path: String, text: String)] {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { ($0, try String(contentsOf: sources.appending(path: $0), encoding: .utf8)) }
    }

    @Test("Only the syntax layer imports swift-syntax")
    func held() throws {
        let files = try Self.files()
        #expect(files.count > 100)
        #expect(files.flatMap { Self.trespasses(in: $0.text, of: $0.path) } == [])
    }

    @Test("Libraries print nothing: what the program writes stays valid JSON")
    func printing() throws {
        // The examples of reasons and rules are programs.
        let files = try Self.files().filter { file in
            !["seam/", "SeamCut/Reasons/", "SeamCheck/Rules/"].contains(where: file.path.hasPrefix)
        }
        #expect(files.flatMap { Self.prints(in: $0.text, of: $0.path) } == [])
        #expect(Self.prints(in: "        print(\"a\")\n", of: "A.swift") == ["A.swift:         print(\"a\")"])
        #expect(Self.prints(in: "// print(1)\nlet text = \"print(1)\"\n", of: "A.swift") == [])
    }

    private static func prints(in text: String, of file: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains(/^[^"\/]*\b(print|debugPrint|dump)\(/) }.map {
            "\(file): \($0)"
        }
    }

    @Test(
        "An import elsewhere is seen",
        arguments: [
            "import SwiftSyntax", "package import SwiftParser", "@_spi(RawSyntax) import SwiftSyntax",
            "import struct SwiftSyntax.Trivia", "@preconcurrency public import SwiftSyntaxBuilder",
        ]
    )
    func planted(line: String) {
        #expect(Self.trespasses(in: "\(line)\n", of: "SeamGenerate/Source/Planted.swift").count == 1)
        #expect(Self.trespasses(in: "// \(line)\n", of: "SeamGenerate/Source/Planted.swift").isEmpty)
        #expect(Self.trespasses(in: "\(line)\n", of: "SeamKit/Syntax/Planted.swift").isEmpty)
    }
}
