import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// The fakes for each construct of the language, compiled and run.
@Suite("Fakes of every construct", .serialized, .ownThread)
struct MockFixtureTests {
    private static let format = CodeFormat(indentation: "    ", lineLength: 120)

    private func run(
        _ sources: [SwiftDocument],
        context: [SwiftDocument] = [],
        elsewhere: [SwiftDocument] = [],
        options: MockOptions = MockOptions(),
        with toolchain: Toolchain,
        mode: Toolchain.Mode,
        flags: [String] = []
    ) throws {
        let output = Mocks.write(sources, context: context, options: options, format: Self.format)
        expect(output.problems, in: sources, "lacks")
        var files = try (sources + elsewhere).map {
            try toolchain.write("Sources/" + Fixtures.construct($0) + ".swift", $0.text)
        }
        files += try output.files.map { try toolchain.write("Mocks/" + $0.path, $0.text) }
        files.append(try toolchain.write("Sources/expect.swift", isolated(options, Fixtures.expectation)))
        files.append(try toolchain.write("Sources/main.swift", Fixtures.program(sources)))
        let printed = try toolchain.run(files, mode: mode, options: flags)
        #expect(printed.contains("checks"))
    }

    /// Expects the problems that the sources name in comments, and no others.
    private func expect(_ problems: [GenerateProblem], in sources: [SwiftDocument], _ word: String) {
        let expected = sources.flatMap { source in
            Fixtures.marked(word, in: source).map { (path: source.path, line: $0.line, reason: $0.reason) }
        }
        #expect(problems.map { "\($0.path):\($0.line)" }.sorted() == expected.map { "\($0.path):\($0.line)" }.sorted())
        for (path, line, reason) in expected {
            #expect(
                problems.contains { $0.line == line && $0.path == path && $0.message.contains(reason) },
                "\(reason)"
            )
        }
    }

    private func isolated(_ options: MockOptions, _ text: String) -> String {
        options.isMainActorDefault ? "nonisolated " + text : text
    }

    @Test(
        "Fakes compile without warnings and record their calls, and a person can add what some of them lack",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func supported(mode: Toolchain.Mode) throws {
        let sources = try Fixtures.sources("Supported") + Fixtures.sources("Open")
        try run(sources, elsewhere: Fixtures.sources("Open/Elsewhere"), with: Toolchain(), mode: mode)
    }

    @Test(
        "Fakes compile where the main actor is the default isolation",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func mainActorDefault(mode: Toolchain.Mode) throws {
        let options = MockOptions(isMainActorDefault: true)
        let flags = ["-default-isolation", "MainActor"]
        try run(Fixtures.sources("MainActorDefault"), options: options, with: Toolchain(), mode: mode, flags: flags)
    }

    @Test(
        "Fakes compile next to types that have names of the standard library and of recorders",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func hiddenNames(mode: Toolchain.Mode) throws {
        try run(Fixtures.sources("HiddenNames"), with: Toolchain(), mode: mode)
    }

    @Test(
        "A fake has the requirements of a protocol in another module",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func modules(mode: Toolchain.Mode) throws {
        let toolchain = try Toolchain()
        let shop = try Fixtures.sources("Modules/Shop")
        let flags = try toolchain.module("Shop", [toolchain.write("Shop.swift", shop[0].text)], mode: mode)
        try run(Fixtures.sources("Modules/App"), context: shop, with: toolchain, mode: mode, flags: flags)
    }

    @Test(
        "A construct without a fake is reported at its line, with the reason",
        arguments: try Fixtures.sources("Unsupported")
    )
    func unsupported(source: SwiftDocument) throws {
        let output = Mocks.write([source])
        #expect(!output.problems.isEmpty)
        expect(output.problems, in: [source], "refused")
    }

    @Test("The table of constructs in the documentation has a row for each fixture, and the reverse")
    func table() throws {
        let rows = try Fixtures.table(after: "## What is supported")
        let supported = try ["Supported", "Open", "MainActorDefault", "Modules/App", "HiddenNames"].flatMap(
            Fixtures.sources
        )
        .map(
            Fixtures.construct
        )
        let unsupported = try Fixtures.sources("Unsupported").map(Fixtures.construct)
        #expect(rows.filter { $0.value != "no" }.keys.sorted() == supported.sorted())
        #expect(rows.filter { $0.value == "no" }.keys.sorted() == unsupported.sorted())
    }

    @Test("`swift format` has nothing to say about fakes", arguments: Toolchain.formats)
    func formatted(format: CodeFormat) throws {
        let sources = try ["Supported", "Open", "MainActorDefault"].flatMap(Fixtures.sources)
        let output = Mocks.write(sources, format: format)
        try Toolchain().lint(output.files, format)
    }
}
