import Foundation

/// The counts of one operation, in intervals of equal length.
struct Timeline: Sendable {
    /// One interval.
    struct Slot: Sendable {
        var counts: [Mark: Int] = [:]
        var latencies: [Side: Latencies] = [:]
    }

    let start: Date
    /// The time from the first entry to the last, rounded up to whole slots.
    let length: TimeInterval
    let slotLength: TimeInterval
    private(set) var slots: [Slot]
    /// The plans that were set, in order.
    private(set) var plans: [(date: Date, plan: String)] = []
    /// The plan before the first change; nil if none was set.
    private(set) var firstPlan: String?
    /// The intervals during which the kill switch withheld traffic from the candidate, and why it opened.
    private(set) var openings: [(from: Date, to: Date, reason: KillSwitch.Reason)] = []

    /// - Parameter entries: The entries of the operation, for the changes of its plan and kill switch.
    init(_ points: [Point], _ entries: [Entry]) {
        let dates = points.map(\.date) + entries.map(\.date)
        let first = dates.min() ?? Date(timeIntervalSince1970: 0)
        let last = dates.max() ?? first
        start = first
        slotLength = Self.slotLength(over: last.timeIntervalSince(first))
        slots = Array(repeating: Slot(), count: Int(last.timeIntervalSince(first) / slotLength) + 1)
        length = slotLength * Double(slots.count)

        var samples: [[Side: [Duration: Int]]] = Array(repeating: [:], count: slots.count)
        for point in points {
            let slot = slot(of: point.date)
            switch point.what {
            case .mark(let mark): slots[slot].counts[mark, default: 0] += point.count
            case .latency(let side, let latency):
                samples[slot][side, default: [:]][latency, default: 0] += point.count
            }
        }
        for (slot, sides) in samples.enumerated() {
            slots[slot].latencies = sides.compactMapValues { latencies in
                Latencies(latencies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            }
        }
        addChanges(entries, last: last)
    }

    private mutating func addChanges(_ entries: [Entry], last: Date) {
        var opened: (date: Date, reason: KillSwitch.Reason)?
        for entry in entries {
            switch entry.fact {
            case .planChanged(let former, let plan):
                firstPlan = firstPlan ?? former
                plans.append((entry.date, plan))
            case .killSwitch(.opened(let reason, _)): opened = opened ?? (entry.date, reason)
            case .killSwitch(.closed):
                if let opened { openings.append((opened.date, entry.date, opened.reason)) }
                opened = nil
            default: break
            }
        }
        if let opened { openings.append((opened.date, last, opened.reason)) }
    }

    /// The plans over the whole time, with the one before the first change.
    var lanes: [(from: TimeInterval, to: TimeInterval, plan: String)] {
        let former = firstPlan.map { [(from: TimeInterval(0), plan: $0)] } ?? []
        let changes = former + plans.map { (from: $0.date.timeIntervalSince(start), plan: $0.plan) }
        let ends = changes.dropFirst().map(\.from) + [length]
        return zip(changes, ends).compactMap { change, end in
            end > change.from ? (change.from, end, change.plan) : nil
        }
    }

    /// Returns the runs of slots in which a mark was counted, with their totals. A gap of up to three slots doesn't end a run.
    func clusters(of mark: Mark) -> [(slots: ClosedRange<Int>, count: Int)] {
        var clusters: [(slots: ClosedRange<Int>, count: Int)] = []
        for (number, slot) in slots.enumerated() {
            guard let count = slot.counts[mark], count > 0 else { continue }
            if let last = clusters.last, number - last.slots.upperBound <= 4 {
                clusters[clusters.count - 1] = (last.slots.lowerBound...number, last.count + count)
            } else {
                clusters.append((number...number, count))
            }
        }
        return clusters
    }

    var totals: [Mark: Int] {
        slots.reduce(into: [:]) { totals, slot in totals.merge(slot.counts) { $0 + $1 } }
    }

    /// Returns the largest total of some marks in a slot.
    func highest(_ isCounted: (Mark) -> Bool) -> Int {
        slots.map { $0.counts.filter { isCounted($0.key) }.values.reduce(0, +) }.max() ?? 0
    }

    private func slot(of date: Date) -> Int {
        min(max(Int(date.timeIntervalSince(start) / slotLength), 0), slots.count - 1)
    }

    /// Returns a round length, so that at most 96 slots cover the time.
    private static func slotLength(over time: TimeInterval) -> TimeInterval {
        let day: TimeInterval = 86_400
        let lengths = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200,
            14_400, 21_600, 43_200, day, 2 * day, 7 * day, 14 * day, 30 * day,
        ]
        return lengths.first { time / $0 < 96 } ?? (time / 95)
    }
}
