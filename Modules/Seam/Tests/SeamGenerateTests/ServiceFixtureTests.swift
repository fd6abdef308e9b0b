import Foundation
import SeamKit
import TestSupport
import Testing

@testable import SeamGenerate

/// Services with each construct, compiled and run against a transport that records requests.
@Suite("Services with every construct", .serialized, .ownThread)
struct ServiceFixtureTests {
    private static let format = CodeFormat(indentation: "    ", lineLength: 120)

    @Test(
        "Supported services compile without warnings and send what their annotations say",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func supported(mode: Toolchain.Mode) throws {
        let sources = try Fixtures.sources("Services/Supported")
        let output = Services.write(sources, format: Self.format)
        #expect(output.problems.map(\.description) == [])
        let printed = try Toolchain().runServices(sources, output, mode: mode)
        #expect(printed.contains("\(sources.count) checks"))
    }

    @Test(
        "Services compile where the main actor is the default isolation",
        .startsCompiler,
        arguments: Toolchain.Mode.tried
    )
    func mainActorDefault(mode: Toolchain.Mode) throws {
        let supported = try Fixtures.nonisolated(Fixtures.sources("Services/Supported"))
        let sources = try Fixtures.sources("Services/MainActorDefault") + supported
        let output = Services.write(sources, options: ServiceOptions(isMainActorDefault: true))
        #expect(output.problems.map(\.description) == [])
        let options = ["-default-isolation", "MainActor"]
        let printed = try Toolchain().runServices(sources, output, mode: mode, options: options)
        #expect(printed.contains("\(sources.count) checks"))
    }

    @Test(
        "A construct without a service is reported at its line, with the reason",
        arguments: try Fixtures.sources("Services/Unsupported")
    )
    func unsupported(source: SwiftDocument) throws {
        let output = Services.write([source])
        let expected = Fixtures.refusals(in: source)
        #expect(!expected.isEmpty)
        #expect(output.problems.map(\.line).sorted() == expected.map(\.line))
        for (line, reason) in expected {
            #expect(
                output.problems.contains { $0.line == line && $0.path == source.path && $0.message.contains(reason) },
                "\(reason): \(output.problems)"
            )
        }
    }

    @Test("The table of services in the documentation has a row for each fixture, and the reverse")
    func table() throws {
        let rows = try Fixtures.table(after: "## What services may contain")
        let supported = try ["Services/Supported", "Services/MainActorDefault"].flatMap(Fixtures.sources).map(
            Fixtures.construct
        )
        let unsupported = try Fixtures.sources("Services/Unsupported").map(Fixtures.construct)
        #expect(rows.filter { $0.value == "yes" }.keys.sorted() == supported.sorted())
        #expect(rows.filter { $0.value == "no" }.keys.sorted() == unsupported.sorted())
    }

    @Test("`swift format` has nothing to say about services", arguments: Toolchain.formats)
    func formatted(format: CodeFormat) throws {
        let output = Services.write(try Fixtures.sources("Services/Supported"), format: format)
        try Toolchain().lint(output.files, format)
    }

    @Test("The same services in another order give the same files")
    func deterministic() throws {
        let sources = try Fixtures.sources("Services/Supported")
        var dice = RandomProtocol.Dice(seed: 5)
        #expect(Services.write(sources) == Services.write(sources.shuffled(using: &dice)))
    }

    @Test("Without URLSession, no file needs the network")
    func withoutURLSession() throws {
        let options = ServiceOptions(hasURLSession: false)
        let output = Services.write(try Fixtures.sources("Services/Supported"), options: options)
        #expect(!output.files.contains { $0.text.contains("FoundationNetworking") })
    }
}

extension Toolchain {
    /// Compiles services with their generated code, and that of their models, and runs the checks of the sources.
    func runServices(
        _ sources: [SwiftDocument],
        _ output: Services.Output,
        mode: Mode,
        options: [String] = [],
        arguments: [String] = []
    ) throws -> String {
        let isActor = options.contains("MainActor")
        let own = ModelOptions(kit: .plain, isMainActorDefault: isActor, hasDatabase: false)
        let models = Models.write(sources, options: own)
        #expect(models.problems.map(\.description) == [])
        var files = try sources.map { try write("Sources/" + Fixtures.construct($0) + ".swift", $0.text) }
        files += try (output.files + models.files).map { try write("Generated/" + $0.path, $0.text) }
        files.append(try write("Sources/expect.swift", Fixtures.expectation))
        files.append(try write("Sources/transport.swift", Self.transport))
        files.append(try write("Sources/main.swift", Fixtures.program(sources)))
        return try run(files, mode: mode, options: options, arguments: arguments)
    }

    /// What checks of services use.
    private static let transport = """
        import Foundation
        import Synchronization

        /// Responds to requests in order, and records them.
        nonisolated final class FakeTransport: ServiceTransport {
            private let state: Mutex<(requests: [ServiceRequest], answers: [ServiceAnswer])>

            init(_ answers: [ServiceAnswer]) { state = Mutex(([], answers)) }

            func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
                state.withLock { state in
                    state.requests.append(request)
                    return state.answers.removeFirst()
                }
            }

            var requests: [ServiceRequest] { state.withLock { $0.requests } }

            /// The requests as text: method, address and body.
            var lines: [String] {
                requests.map { request in
                    let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
                    return request.method + " " + request.url.absoluteString + body
                }
            }
        }

        func answer(_ status: Int, _ body: String = "", headers: [String: String] = [:]) -> ServiceAnswer {
            ServiceAnswer(status: status, headers: headers, body: Data(body.utf8))
        }

        func service(_ answers: [ServiceAnswer]) -> (client: ServiceClient, transport: FakeTransport) {
            let transport = FakeTransport(answers)
            return (ServiceClient(base: URL(string: "https://shop.test/v1")!, transport: transport), transport)
        }

        /// Returns the error that a call throws, as text.
        func failure<Value>(
            isolation: isolated (any Actor)? = #isolation,
            _ body: () async throws -> Value
        ) async -> String {
            do { return "read: \\(try await body())" } catch { return "\\(error)" }
        }

        """

    /// This package's format, and the one that `swift format` has without a configuration.
    static let formats = [CodeFormat(indentation: "    ", lineLength: 120), CodeFormat()]

    /// Throws what `swift format lint` has against generated files.
    func lint(_ files: [GeneratedFile], _ format: CodeFormat) throws {
        let own = try Data(contentsOf: Repository.root.appending(path: ".swift-format"))
        var settings = try #require(JSONSerialization.jsonObject(with: own) as? [String: Any])
        settings["lineLength"] = format.lineLength
        settings["indentation"] = ["spaces": format.indentation.count]
        settings["lineBreakBeforeEachArgument"] = format != CodeFormat()
        let data = try JSONSerialization.data(withJSONObject: settings)
        _ = try write(".swift-format", String(decoding: data, as: UTF8.self))
        let paths = try files.map { try write($0.path, $0.text) }
        _ = try launch("/usr/bin/env", ["swift", "format", "lint", "--strict", "--parallel"] + paths)
    }
}
