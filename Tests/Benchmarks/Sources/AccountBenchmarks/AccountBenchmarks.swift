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

    // 10,000 orders from bytes to view data, against decoding them alone.

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
            for row in list.content?.rows ?? Rows([UserOrder](), { UserOrderRow($0, formats: formats) }) {
                blackHole((row.number, row.date, row.status, row.total, row.lines))
            }
        }
    }

    // A call through protocol and adapter, against the singleton's answer and the same decoding by hand.

    let screenful = OrdersAnswer.bytes(orders: 12)
    let fetch: LegacyFetch = { _ in (screenful, nil) }

    Benchmark("A call: by hand", configuration: .init(scalingFactor: .kilo)) { benchmark in
        for _ in benchmark.scaledIterations {
            let (data, _) = await fetch(UserRequestParam(user: user.rawValue, path: "orders"))
            blackHole(try OrderTranslator.translate(data ?? Data()).value)
        }
    }

    Benchmark("A call: through protocol and adapter", configuration: .init(scalingFactor: .kilo)) { benchmark in
        let useCase: any FetchUserOrder = LegacyFetchUserOrder(gateway: gateway(answering: screenful, now))
        for _ in benchmark.scaledIterations {
            blackHole(try await useCase.fetchOrders(for: user).value)
        }
    }
}

private let formats = Formats(
    locale: Locale(identifier: "en_GB"),
    timeZone: .gmt,
    wording: .english
)

private func gateway(answering bytes: Data, _ now: @escaping @Sendable () -> Date) -> LegacyGateway {
    LegacyGateway(fetch: { _ in (bytes, nil) }, deadline: .seconds(10), clock: ContinuousClock(), now: now)
}
