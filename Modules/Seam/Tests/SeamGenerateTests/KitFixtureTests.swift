import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// Parsers with the reading kit of this workspace, compiled and run.
@Suite("Code for models with the reading kit", .serialized, .ownThread)
struct KitFixtureTests {
    private static let format = CodeFormat(indentation: "    ", lineLength: 120)

    @Test(
        "What the reading kit reads compiles without warnings, and names all fields",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func supported(mode: Toolchain.Mode) throws {
        let toolchain = try Toolchain()
        let domain = try Fixtures.swiftFiles("Modules/Domain/Sources/Domain")
        var options = try toolchain.module("Domain", domain, mode: .swift6)
        let reading = try Fixtures.swiftFiles("Modules/Data/Sources/DataSupport/Reading")
        options += try toolchain.module("DataSupport", reading, mode: .swift6, options: Array(options.dropLast()))
        // Each fixture describes types of Domain in its own way, so that it is a program of its own.
        for source in try Fixtures.sources("Models/Kit") {
            let output = Models.write([source], context: try Self.domain(), format: Self.format)
            #expect(output.problems.map(\.description) == [])
            var files = [try toolchain.write("\(Fixtures.construct(source)).swift", source.text)]
            files += try output.files.map { try toolchain.write(Fixtures.construct(source) + "/" + $0.path, $0.text) }
            files.append(try toolchain.write("expect.swift", Self.unreadable + Fixtures.expectation))
            files.append(try toolchain.write("main.swift", Fixtures.program([source])))
            #expect(try toolchain.run(files, mode: mode, options: options).hasSuffix("1 checks\n"))
        }
    }

    @Test("Names of the standard library are written as such")
    func names() throws {
        for source in try Fixtures.sources("Models/Kit") {
            let output = Models.write([source], context: try Self.domain(), format: Self.format)
            for file in output.files + output.tests {
                #expect(file.text.unicodeScalars.allSatisfy { $0.value > 31 || $0 == "\n" }, "\(file.path)")
            }
        }
    }

    @Test(
        "What the reading kit can't read is reported at its line",
        arguments: try Fixtures.sources("Models/KitUnsupported")
    )
    func unsupported(source: SwiftDocument) throws {
        let output = Models.write([source])
        let expected = Fixtures.refusals(in: source)
        #expect(!expected.isEmpty)
        #expect(output.problems.map(\.line) == expected.map(\.line))
        for (problem, expected) in zip(output.problems, expected) {
            #expect(problem.path == source.path && problem.message.contains(expected.reason))
        }
    }

    @Test("The table of the reading kit in the documentation has a row for each fixture, and the reverse")
    func table() throws {
        let rows = try Fixtures.table(after: "## What the reading kit reads")
        let supported = try Fixtures.sources("Models/Kit").map(Fixtures.construct)
        let unsupported = try Fixtures.sources("Models/KitUnsupported").map(Fixtures.construct)
        #expect(rows.filter { $0.value == "yes" }.keys.sorted() == supported.sorted())
        #expect(rows.filter { $0.value == "no" }.keys.sorted() == unsupported.sorted())
    }

    @Test("A type of another module needs a public initialiser")
    func outside() throws {
        let type = SwiftDocument(path: "Core/Box.swift", text: "public struct Box { public let name: String }\n")
        let source = SwiftDocument(path: "Data/Box.swift", text: "/// @model\n/// name @json\nextension Box {}\n")
        #expect(Models.write([type, source]).problems.isEmpty)
        let problems = Models.write([source], context: [type]).problems
        #expect(problems.map(\.path) == ["Data/Box.swift"])
        #expect(problems.map(\.line) == [3])
        #expect(problems.first?.message.contains("out of reach for another module") == true)
    }

    private static func domain() throws -> [SwiftDocument] {
        try Fixtures.swiftFiles("Modules/Domain/Sources/Domain").map { path in
            SwiftDocument(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
        }
    }

    private static let unreadable = """
        import DataSupport

        func unreadable<Value>(_ body: () throws -> Value) -> String {
            do {
                return "read: \\(try body())"
            } catch let error as Unreadable {
                return error.fields.map(\\.description).joined(separator: " ")
            } catch {
                return "\\(error)"
            }
        }

        """
}

extension Fixtures {
    /// Returns the paths of the Swift files below a folder of the repository, sorted.
    static func swiftFiles(_ folder: String) throws -> [String] {
        let root = Repository.root.appending(path: folder).path
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.sorted()
            .map { "\(root)/\($0)" }
    }
}
