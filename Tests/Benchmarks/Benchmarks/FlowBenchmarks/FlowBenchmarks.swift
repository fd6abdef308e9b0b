import Benchmark
import Diagnostics
import Domain
import Foundation
import Presentation

/// Pairs: the first of a group is the baseline of the others. docs/performance.md quotes their ratio.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.maxDuration = .seconds(5)

    // Links, in batches of a thousand.

    let links = (0..<100).map {
        "account://reservations/reserve?name=name-\($0)%C3%BC.example&key=k-\($0)&screen=search"
    }

    Benchmark("1,000 links: URLComponents alone", configuration: .init(scalingFactor: .kilo)) { benchmark in
        for index in benchmark.scaledIterations {
            blackHole(URLComponents(string: links[index % links.count])?.queryItems)
        }
    }

    Benchmark("1,000 links: parsed", configuration: .init(scalingFactor: .kilo)) { benchmark in
        for index in benchmark.scaledIterations {
            blackHole(try LinkGrammar.account.parse(links[index % links.count]))
        }
    }

    Benchmark("1,000 links: parsed and dispatched", configuration: .init(scalingFactor: .kilo)) {
        @MainActor benchmark in
        let flow = try flow()
        benchmark.startMeasurement()
        for index in benchmark.scaledIterations { blackHole(await flow.open(links[index % links.count])) }
    }

    // A hundred errors one after the other: each is on disk before the next.

    let records = 100

    Benchmark("100 errors, one by one: appended to a file, fsync after each") { benchmark in
        let file = try AppendedFile()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            for _ in 0..<records { try file.append(1, sync: true) }
        }
        benchmark.stopMeasurement()
        file.remove()
    }

    for observers in [0, 1, 10] {
        Benchmark("100 errors, one by one: published, \(observers) observers") { benchmark in
            let published = await Published(observers: observers)
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                for number in 0..<records { try await published.centre.publish(diagnostic(number)) }
            }
            benchmark.stopMeasurement()
            published.remove()
        }
    }

    // Errors from a thousand tasks at once.

    Benchmark("1,000 errors at once: appended to a file one by one, one fsync") { benchmark in
        let file = try AppendedFile()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            for number in 0..<1000 { try file.append(1, sync: number == 999) }
        }
        benchmark.stopMeasurement()
        file.remove()
    }

    for observers in [0, 1, 10] {
        Benchmark("1,000 errors at once: published, \(observers) observers") { benchmark in
            let published = await Published(observers: observers)
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<1000 {
                        group.addTask { try? await published.centre.publish(diagnostic(number)) }
                    }
                }
            }
            benchmark.stopMeasurement()
            published.remove()
        }
    }
}

private struct NoRecord: PublishDiagnostic {
    func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError) {}
}

@MainActor
private func flow() throws -> FlowController {
    try FlowController(
        features: [
            Feature(
                .reservations,
                commands: [
                    Feature.Command(CommandID.reserve.name, Feature.Parameters(required: ["name"], optional: ["key"])) {
                        .success(CommandAnswer($0["name"] ?? ""))
                    }
                ]
            )
        ],
        publish: NoRecord(),
        progress: ActivityIndicator(isEnabled: true),
        formats: Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english),
        timeout: .seconds(10),
        clock: ContinuousClock(),
        now: { Date() }
    )
}

private func diagnostic(_ number: Int) -> Diagnostic {
    Diagnostic(
        time: Date(timeIntervalSince1970: 1_795_253_400.123),
        feature: FeatureID("reservations"),
        severity: .warning,
        code: DiagnosticCode("reservation.unavailable"),
        details: [.count(number)]
    )
}

/// A line with the length of a record.
private let line = Data(
    """
    {"code":"reservation.unavailable","details":[{"count":123}],"feature":"reservations","id":"9f2c9f2c9f2c9f2c-123",\
    "severity":"warning","time":1795253400123}\n
    """.utf8
)

private func folder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
}

/// The same bytes, written in the most direct way.
private struct AppendedFile {
    private let folder = FlowBenchmarks.folder()
    private let handle: FileHandle

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "errors.jsonl")
        FileManager.default.createFile(atPath: file.path, contents: nil)
        handle = try FileHandle(forWritingTo: file)
    }

    func append(_ count: Int, sync: Bool) throws {
        for _ in 0..<count { try handle.write(contentsOf: line) }
        if sync { try handle.synchronize() }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A centre with observers that read their records.
private struct Published: Sendable {
    let centre: DiagnosticsCentre
    private let folder = FlowBenchmarks.folder()
    private let observing: [Task<Void, Never>]

    init(observers: Int) async {
        let centre = DiagnosticsCentre(
            spool: Spool(folder: folder, limit: 1 << 30, now: { Date() }),
            origin: 0x9F2C_9F2C_9F2C_9F2C
        )
        var observing: [Task<Void, Never>] = []
        for _ in 0..<observers {
            let observation = await centre.observe(buffering: 1000)
            observing.append(Task { for await record in observation { blackHole(record) } })
        }
        self.centre = centre
        self.observing = observing
    }

    func remove() {
        for task in observing { task.cancel() }
        try? FileManager.default.removeItem(at: folder)
    }
}
