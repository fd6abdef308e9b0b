import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// The code for models with each construct of the language, compiled and run.
@Suite("Code for models with every construct", .serialized, .ownThread)
struct ModelFixtureTests {
    private static let format = CodeFormat(indentation: "    ", lineLength: 120)
    static let plain = ModelOptions(kit: .plain)

    @Test(
        "Supported models compile without warnings, and every value is the same again, also where the main actor is the default",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func supported(mode: Toolchain.Mode) throws {
        let sources = try Fixtures.sources("Models/Supported")
        for isActor in [false, true] {
            let options = ModelOptions(kit: .plain, isMainActorDefault: isActor)
            let sources = isActor ? Fixtures.nonisolated(sources) : sources
            let output = Models.write(sources, options: options, format: Self.format)
            #expect(output.problems.map(\.description) == [])
            let flags = isActor ? ["-default-isolation", "MainActor"] : []
            let printed = try Toolchain().runModels(sources, output, mode: mode, flags: flags)
            // A model of another platform isn't compiled.
            #expect(printed.checks == sources.count)
            #expect(printed.passedSuites == output.tests.count - 2)
        }
    }

    @Test(
        "Ten million random dates are the same after three round trips",
        .startsCompiler,
        .enabled(if: Effort.current >= .full)
    )
    func dates() throws {
        let sources = try Fixtures.sources("Models/Supported").filter { Fixtures.construct($0) == "dates" }
        let output = Models.write(sources, options: ModelOptions(kit: .plain, hasDatabase: false))
        let toolchain = try Toolchain()
        var files = try (output.files + sources.map { GeneratedFile(path: "dates.swift", text: $0.text) }).map {
            try toolchain.write($0.path, $0.text)
        }
        files.append(try toolchain.write("expect.swift", Fixtures.expectation + "\n" + Fixtures.failure))
        files.append(try toolchain.write("main.swift", Fixtures.program(sources)))
        let printed = try toolchain.run(files, mode: .swift6, options: ["-O"], arguments: ["10000000"])
        #expect(printed.contains("1 checks"))
    }

    @Test(
        "What can't be generated is reported at its line, with the reason",
        arguments: try Fixtures.sources("Models/Unsupported")
    )
    func unsupported(source: SwiftDocument) throws {
        let output = Models.write([source], options: Self.plain)
        let expected = Fixtures.refusals(in: source)
        #expect(!expected.isEmpty)
        #expect(output.problems.map(\.line) == expected.map(\.line))
        for (problem, expected) in zip(output.problems, expected) {
            #expect(problem.path == source.path && problem.message.contains(expected.reason))
        }
    }

    @Test(
        "Code with an access level, and for modules of the main actor, compiles and passes its tests",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func options(mode: Toolchain.Mode) throws {
        let sources = try Fixtures.sources("Models/Options")
        for source in sources {
            let isActor = source.path.contains("main-actor")
            let options = ModelOptions(
                kit: .plain,
                access: isActor ? nil : mode == .swift5 ? .package : .public,
                isMainActorDefault: isActor
            )
            let output = Models.write([source], options: options, format: Self.format)
            #expect(output.problems.map(\.description) == [])
            let flags = isActor ? ["-default-isolation", "MainActor"] : []
            let printed = try Toolchain().runModels([source], output, mode: mode, flags: flags)
            #expect(printed.checks == 1)
            #expect(printed.passedSuites == output.tests.count - 1)
        }
    }

    @Test(
        "Models may have names of the standard library and Foundation",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func hiddenNames(mode: Toolchain.Mode) throws {
        let sources = try Fixtures.sources("Models/HiddenNames")
        let output = Models.write(sources, options: ModelOptions(kit: .plain, hasDatabase: false), format: Self.format)
        #expect(output.problems.map(\.description) == [])
        let printed = try Toolchain().runModels(sources, output, mode: mode)
        #expect(printed.checks == 1)
        #expect(printed.passedSuites == output.tests.count - 1)
    }

    @Test("With an access level, every declaration that isn't private has it")
    func access() throws {
        let sources = try Fixtures.sources("Models/Options").filter { $0.path.contains("access") }
        let output = Models.write(sources, options: ModelOptions(kit: .plain, access: .public), format: Self.format)
        let json = try #require(output.files.first { $0.path == "VoucherJSON.swift" }).text
        for line in [
            "public struct VoucherJSON: ModelJSON {", "    public let value: Voucher", "    public init(_ value: ",
        ] {
            #expect(json.contains("\n" + line))
        }
        #expect(!output.tests.contains { $0.text.contains("public ") })
        let hidden = SwiftDocument(path: "A.swift", text: "/// @model\nstruct A {\n    /// @json\n    let b: Int\n}\n")
        let refused = Models.write([hidden], options: ModelOptions(kit: .plain, access: .package)).problems
        #expect(refused.map(\.message) == ["no code for A: its code can't be package, since the type isn't"])
        let isolated = Models.write([hidden], options: ModelOptions(kit: .plain, isMainActorDefault: true)).problems
        #expect(isolated.first?.message.contains("make it `nonisolated`") == true)
    }

    @Test("The table of models in the documentation has a row for each fixture, and the reverse")
    func table() throws {
        let rows = try Fixtures.table(after: "## What models may contain")
        let folders = ["Models/Supported", "Models/Options", "Models/HiddenNames"]
        let supported = try folders.flatMap { try Fixtures.sources($0).map(Fixtures.construct) }
        let unsupported = try Fixtures.sources("Models/Unsupported").map(Fixtures.construct)
        #expect(rows.filter { $0.value == "yes" }.keys.sorted() == supported.sorted())
        #expect(rows.filter { $0.value == "no" }.keys.sorted() == unsupported.sorted())
    }

    @Test("`swift format` has nothing to say about the code", arguments: Toolchain.formats)
    func formatted(format: CodeFormat) throws {
        let output = Models.write(
            try Fixtures.sources("Models/Supported"),
            options: Self.plain,
            format: format
        )
        try Toolchain().lint(output.files + output.tests, format)
    }

    @Test("The same models in another order give the same files")
    func deterministic() throws {
        let sources = try Fixtures.sources("Models/Supported")
        var dice = RandomProtocol.Dice(seed: 5)
        #expect(
            Models.write(sources, options: Self.plain)
                == Models.write(sources.shuffled(using: &dice), options: Self.plain)
        )
    }
}

/// What a program with models and their tests has printed.
struct ModelRun {
    /// The number of checks that passed.
    let checks: Int?
    /// The number of suites in which all tests passed.
    let passedSuites: Int?

    init(_ text: String) {
        checks = text.firstMatch(of: /\n?(\d+) checks\n/).flatMap { Int($0.output.1) }
        passedSuites = text.firstMatch(of: /Test run with \d+ tests in (\d+) suites passed/).flatMap {
            Int($0.output.1)
        }
    }
}

extension Toolchain {
    /// Compiles models with their generated code and tests, runs the checks of the sources and then the tests.
    func runModels(
        _ sources: [SwiftDocument],
        _ output: Models.Output,
        mode: Mode,
        flags: [String] = []
    ) throws -> ModelRun {
        var files = try sources.map { try write("Sources/" + Fixtures.construct($0) + ".swift", $0.text) }
        files += try output.files.map { try write("Generated/" + $0.path, $0.text) }
        files += try output.tests.map { try write("Tests/" + $0.path, $0.text) }
        let isolation = flags.isEmpty ? "" : "nonisolated "
        files.append(
            try write("Sources/expect.swift", isolation + Fixtures.expectation + "\n" + isolation + Fixtures.failure)
        )
        let tests = "await Testing.__swiftPMEntryPoint() as Never\n"
        files.append(try write("Sources/main.swift", "import Testing\n\n" + Fixtures.program(sources) + tests))
        return ModelRun(try run(files, mode: mode, options: ["-wmo"] + flags + testingOptions() + grdbOptions()))
    }

    /// What a program with tests needs.
    private func testingOptions() throws -> [String] {
        struct Target: Decodable {
            struct Paths: Decodable {
                var runtimeResourcePath: String
            }

            var paths: Paths
        }
        let text = try launch("/usr/bin/env", ["swiftc", "-print-target-info"])
        let target = try JSONDecoder().decode(Target.self, from: Data(text.utf8))
        return ["-plugin-path", target.paths.runtimeResourcePath + "/host/plugins/testing"]
    }

    /// GRDB as the workspace has built it, whose tests have to be built before.
    private func grdbOptions() throws -> [String] {
        let build = Repository.root.appending(path: ".build")
        let products = build.appending(path: "debug")
        let objects = try FileManager.default.contentsOfDirectory(atPath: products.appending(path: "GRDB.build").path)
            .filter { $0.hasSuffix(".o") }
            .map { products.appending(path: "GRDB.build/\($0)").path }
        let headers = build.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite").path
        return ["-I", products.appending(path: "Modules").path, "-I", headers, "-lsqlite3"] + objects
    }
}
