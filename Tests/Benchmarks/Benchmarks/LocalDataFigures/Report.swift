import Domain
import Foundation

/// The figures: the elapsed time, and the processor time of all threads.
enum Report {
    static func keeping(_ count: Int, rounds: Int) async throws {
        try await withOffers(of: count) { offers in
            let costs = try await Cost.compare(
                rounds: rounds,
                times: 1,
                baseline: { try await offers.keep(.plain) },
                other: { try await offers.keep(.kept) }
            )
            say("\(count) offers kept: \(costs)")
        }
    }

    /// Measures pages from the middle of a list.
    static func page(of limit: Int, in count: Int, calls: Int, rounds: Int) async throws {
        try await withOffers(of: count) { offers in
            for side in [Side.plain, .kept] { try await offers.keep(side) }
            for baseline in [Side.plain, .plainAtOnce] {
                let costs = try await Cost.compare(
                    rounds: rounds,
                    times: calls,
                    baseline: { try await offers.page(of: limit, baseline) },
                    other: { try await offers.page(of: limit, .kept) }
                )
                say("a page of \(limit) of \(count), against \(baseline): \(costs)")
            }
        }
    }

    /// Measures pages of 50 of a long list, compared with those of a short one.
    static func growth(from few: Int, to many: Int, calls: Int, rounds: Int) async throws {
        try await withOffers(of: few) { short in
            try await withOffers(of: many) { long in
                for side in [Side.plain, .kept] {
                    for offers in [short, long] { try await offers.keep(side) }
                    let costs = try await Cost.compare(
                        rounds: rounds,
                        times: calls,
                        baseline: { try await short.page(of: 50, side) },
                        other: { try await long.page(of: 50, side) }
                    )
                    say("a page of 50 of \(many), against one of \(few), \(side): \(costs)")
                }
            }
        }
    }

    /// Runs only one side.
    static func alone(_ side: Side, readsPages: Bool, of count: Int, times: Int) async throws {
        try await withOffers(of: count) { offers in
            if readsPages { try await offers.keep(side) }
            for _ in 0..<times {
                if readsPages { try await offers.page(of: 50, side) } else { try await offers.keep(side) }
            }
        }
    }
}

/// The cost of one round.
struct Cost {
    let elapsed: Duration
    let processor: Duration

    /// Does both kinds of work in turn, and prints the ratio.
    static func compare(
        rounds: Int,
        times: Int,
        baseline: () async throws -> Void,
        other: () async throws -> Void
    ) async throws -> String {
        var (plain, kept): ([Cost], [Cost]) = ([], [])
        for round in 0...rounds {
            let one = try await of(baseline, times: times)
            let two = try await of(other, times: times)
            // The first round warms up.
            guard round > 0 else { continue }
            plain.append(one)
            kept.append(two)
        }
        let elapsed = ratio(plain.map(\.elapsed), kept.map(\.elapsed), times)
        return "\(elapsed); of processor time \(ratio(plain.map(\.processor), kept.map(\.processor), times))"
    }

    private static func of(_ work: () async throws -> Void, times: Int) async throws -> Cost {
        let (start, used) = (ContinuousClock.now, processorTime)
        for _ in 0..<times { try await work() }
        return Cost(elapsed: start.duration(to: .now), processor: processorTime - used)
    }

    private static func ratio(_ plain: [Duration], _ kept: [Duration], _ times: Int) -> String {
        let (plain, kept) = (plain.sorted(), kept.sorted())
        let middle = (plain[plain.count / 2], kept[kept.count / 2])
        return "\(rounded(middle.1 / middle.0)) (\(rounded(kept[0] / plain[0])) by the fastest), "
            + "baseline \(rounded(middle.0 / .microseconds(times))) µs"
    }

    private static func rounded(_ value: Double) -> Double {
        (value * 100).rounded() / 100
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
