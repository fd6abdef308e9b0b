import Benchmark
import Domain
import Foundation
import LocalData

/// Pairs: the first of a pair is the baseline of the second. docs/performance.md quotes their ratio.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(10)
    Benchmark.defaultConfiguration.maxIterations = 10

    let user = UserID("ada")
    let now = Date(timeIntervalSince1970: 1_795_262_400)

    // A whole list in place of the one before, made up while it is written, so that memory is the store's alone.

    for count in [1_000, 100_000] {
        Benchmark("\(count) offers kept: GRDB alone") { benchmark in
            try await withFolder { folder in
                let table = try PlainTable(at: folder.appending(path: "plain.sqlite"))
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations { try await table.replace(with: offers(count), asOf: now) }
                benchmark.stopMeasurement()
            }
        }

        Benchmark("\(count) offers kept: LocalData") { benchmark in
            try await withFolder { folder in
                let store = try store(in: folder)
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations {
                    try await store.deals.persist(offers(count), of: user, asOf: now)
                }
                benchmark.stopMeasurement()
            }
        }
    }

    // A page of 50 by end, from the middle of the list.

    let pages = Benchmark.Configuration(scalingFactor: .kilo, maxIterations: .max)
    for count in [1_000, 100_000] {
        let last = offer(count / 2)

        Benchmark("A page of 50 of \(count): GRDB alone", configuration: pages) { benchmark in
            try await withFolder { folder in
                let table = try PlainTable(at: folder.appending(path: "plain.sqlite"))
                try await table.replace(with: offers(count), asOf: now)
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations {
                    blackHole(try await table.page(after: last, endingAfter: .distantPast, limit: 50))
                }
                benchmark.stopMeasurement()
            }
        }

        Benchmark("A page of 50 of \(count): LocalData", configuration: pages) { benchmark in
            try await withFolder { folder in
                let store = try store(in: folder)
                try await store.deals.persist(offers(count), of: user, asOf: now)
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations {
                    blackHole(
                        try await store.deals.deals(endingAfter: .distantPast, limit: 50, after: last, of: user)
                    )
                }
                benchmark.stopMeasurement()
            }
        }
    }
}

private func store(in folder: URL) throws -> LocalStore {
    try LocalStore(
        .file(folder.appending(path: "deals.sqlite")),
        clock: ContinuousClock(),
        now: { Date() },
        onWarning: { _ in }
    )
}

private func offers(_ count: Int) -> some Sequence<Deal> & Sendable {
    (0..<count).lazy.map(offer)
}

/// No two end at once, and they come in no order.
@Sendable
private func offer(_ number: Int) -> Deal {
    Deal(
        id: DealID("D-\(1_000_000 + number)"),
        title: "Two years for the price of one",
        subtitle: number.isMultiple(of: 3) ? nil : "For every new name",
        end: .moment(Date(timeIntervalSinceReferenceDate: Double(number &* 7_919 % 1_000_003))),
        terms: "One name a customer. Names that were registered before are not part of the offer."
    )
}

private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}
