import AccountSandbox
import Benchmark
import Domain
import Foundation
@preconcurrency import LegacyAccount
import Presentation

@testable import LegacyData

/// Pairs: the first of a pair is the baseline of the second. docs/performance.md quotes their ratio.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock, .peakMemoryResident]
    Benchmark.defaultConfiguration.maxDuration = .seconds(5)

    let user = UserID("ada")
    let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_253_400) }

    // 10,000 orders from bytes to view data, compared with decoding alone.

    let many = OrdersAnswer.bytes(orders: 10_000)

    Benchmark("10,000 orders: decoding alone") { benchmark in
        for _ in benchmark.scaledIterations {
            blackHole(try JSONDecoder().decode(PlainAnswer.self, from: many).data.orders.count)
        }
    }

    Benchmark("10,000 orders: from bytes to view data") { @MainActor benchmark in
        for _ in benchmark.scaledIterations {
            let list = UserOrderListViewModel(
                user: user,
                fetchOrders: LegacyFetchUserOrder(gateway: gateway(answering: many, now)),
                formats: formats,
                now: now
            )
            await list.load()
            blackHole(list.content?.rows.count)
        }
    }

    Benchmark("10,000 orders: from bytes to view data, every text made") { @MainActor benchmark in
        for _ in benchmark.scaledIterations {
            let list = UserOrderListViewModel(
                user: user,
                fetchOrders: LegacyFetchUserOrder(gateway: gateway(answering: many, now)),
                formats: formats,
                now: now
            )
            await list.load()
            guard let rows = list.content?.rows else { continue }
            for row in rows {
                blackHole((row.number, row.date, row.status, row.total, row.lines))
            }
        }
    }

    // A call through protocol and adapter, compared with the singleton and the same decoding written by hand: with the
    // singleton that calls a store over loopback, and with a response that is available at once, which measures only the
    // adapter.

    let singleton = Task { try await configuredSingleton() }
    let screenful = OrdersAnswer.bytes(orders: 12)
    let instant = Task<LegacyFetch, any Error> { { _ in (screenful, nil) } }

    for (name, source) in [("The singleton", singleton), ("An instant answer", instant)] {
        Benchmark("\(name): decoded by hand", configuration: .init(scalingFactor: .kilo)) { benchmark in
            let fetch = try await source.value
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                let (data, _) = await fetch(UserRequestParam(user: user.rawValue, path: "orders"))
                blackHole(try LegacyAnswer.orders(data ?? Data()).value)
            }
        }

        Benchmark("\(name): through protocol and adapter", configuration: .init(scalingFactor: .kilo)) { benchmark in
            let gateway = LegacyGateway(
                fetch: try await source.value,
                deadline: .seconds(10),
                clock: ContinuousClock(),
                now: now
            )
            let useCase: any FetchUserOrder = LegacyFetchUserOrder(gateway: gateway)
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations {
                blackHole(try await useCase.fetchOrders(for: user).value)
            }
        }
    }

    // From the last key to a page of results, without the pause and the database: the clock doesn't wait, and the response is
    // available at once.

    Benchmark("A search: from the last key to a page of 24 of 50 results") { @MainActor benchmark in
        let search = nameSearch(over: matches(50))
        for step in benchmark.scaledIterations {
            search.query = "med\(step)"
            for await isSettled in values(of: { search.isSettled }) where isSettled { break }
            blackHole(search.firstPage)
        }
    }

    // This benchmark measures the peak resident memory.

    Benchmark("A search: a page of 24 of 100,000 results on screen") { @MainActor benchmark in
        let search = nameSearch(over: matches(100_000))
        for step in benchmark.scaledIterations {
            search.query = "med\(step)"
            for await isSettled in values(of: { search.isSettled }) where isSettled { break }
            blackHole(search.firstPage)
        }
    }
}

/// Returns the process's only singleton, signed in at a store in the process, with nothing stored.
private func configuredSingleton() async throws -> LegacyFetch {
    let server = try await SandboxServer.start(SandboxConfiguration(tokenLifetime: .seconds(3600)))
    let access = LegacyAccountAccess(
        LegacyAccountAccess.Settings(
            server: server.url,
            serverName: nil,
            cacheFolder: nil,
            login: SandboxAccount.demo.login,
            password: SandboxAccount.demo.password,
            isOffline: false,
            timeoutSeconds: 8,
            onWarning: { _ in }
        )
    )
    _ = try await access.signedInUser(within: .seconds(10), on: ContinuousClock())
    return access.fetch
}

private let formats = Formats(
    locale: Locale(identifier: "en_GB"),
    timeZone: .gmt,
    wording: .english
)

private func gateway(answering bytes: Data, _ now: @escaping @Sendable () -> Date) -> LegacyGateway {
    LegacyGateway(fetch: { _ in (bytes, nil) }, deadline: .seconds(10), clock: ContinuousClock(), now: now)
}

@MainActor
private func nameSearch(over found: NameMatches) -> NameSearchViewModel {
    NameSearchViewModel(
        searchNames: AnswerAtHand(found: found),
        indicator: ActivityIndicator(isEnabled: true),
        formats: formats,
        clock: RushingClock()
    )
}

private func matches(_ count: Int) -> NameMatches {
    let matches = (0..<count).map { number in
        NameMatch(
            name: InternetName("med-\(number).example"),
            nameServers: ["ns1.example.net", "ns2.example.net"],
            country: CountryCode("DE"),
            createdAt: nil,
            updatedAt: Date(timeIntervalSince1970: 1_515_648_552),
            expiresAt: nil,
            isDead: false
        )
    }
    return NameMatches(matches: matches, total: count, duration: .milliseconds(152))
}

extension NameSearchViewModel {
    /// The texts on a terminal with 24 rows.
    fileprivate var firstPage: [[String?]] {
        results.map { results in
            results.rows.prefix(24).map { [$0.name, $0.updated, $0.country, $0.deadNote] }
        } ?? []
    }
}

private struct AnswerAtHand: SearchNames {
    let found: NameMatches

    func names(matching query: NameQuery) async throws(SearchNamesError) -> Snapshot<NameMatches> {
        Snapshot(found, freshness: .live)
    }
}

/// A clock on which every wait ends at once.
private struct RushingClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
