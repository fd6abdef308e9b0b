import Foundation

/// The part of the evidence that a rule's period covers.
///
/// Its start can't follow the clock: a sliding window would get a new chance of being met by luck with every run. It moves in
/// steps from the beginning of the evidence, and each step has a risk of its own.
///
/// A clock that is far off must not move the beginning. Evidence from more than a day after now is not of the window, except
/// what counts against the candidate. A few runs that lie more than a period before all others don't begin it: they can't have
/// met a rule, and what follows doesn't depend on them.
struct Window {
    let number: Int
    /// Nil without evidence.
    let start: Date?
    let end: Date
    /// The number of runs that a clock far off dated.
    let misdated: Int

    private static let day = 86_400

    init(of evidence: Evidence, by rule: Rule, now: Date) {
        end = now + Double(Self.day)
        let last = Int(end.timeIntervalSince1970.rounded(.down))
        let period = Int(rule.period / .seconds(1))
        var days = evidence.callsByDay.sorted { $0.key < $1.key }
        let later = days.filter { $0.key >= last }.reduce(0) { $0 + $1.value }
        days.removeAll { $0.key >= last }
        var strays = 0
        while days.count > 1, days[1].key - days[0].key > period,
            strays + days[0].value < max(2, rule.minimumRuns / 100)
        {
            strays += days.removeFirst().value
        }
        misdated = later + strays
        guard let anchor = days.first?.key else {
            (number, start) = (0, nil)
            return
        }
        let step = max(Self.day, period / 7 / Self.day * Self.day)
        let past = now.timeIntervalSince1970 - Double(period) - Double(anchor)
        number = max(0, Int(min((past / Double(step)).rounded(.up), 1e9)))
        start = Date(timeIntervalSince1970: Double(anchor) + Double(number) * Double(step))
    }

    /// Returns the evidence of the window.
    func part(of evidence: Evidence) -> Evidence {
        // Without compared calls there is nothing to bound, and all that callers got is shown.
        guard let start else { return evidence.within(.distantPast, end) }
        return evidence.within(start, end) + evidence.within(end).only { $0.countsAgainst }
    }
}

extension Evidence {
    /// The number of chosen calls with an outcome, by the start of their day in seconds since 1970.
    fileprivate var callsByDay: [Int: Int] {
        counts.reduce(into: [:]) { days, count in
            // The loss of a whole journal is no run of this hand-over.
            guard !count.key.operation.isEmpty, count.key.kind.isRun || count.key.kind.countsAgainst else { return }
            days[Int((Double(count.key.start) / 86_400).rounded(.down)) * 86_400, default: 0] += count.value
        }
    }
}

extension Tally.Kind {
    /// Whether it counts something that can only make a verdict harder to meet.
    fileprivate var countsAgainst: Bool {
        switch self {
        case .mismatched, .controlFailed, .candidateFailed, .timedOut, .ignored, .notComparable, .matchedFailure, .lost,
            .unended, .interrupted, .truncated, .effect, .subjectMismatched, .subjectControlFailed,
            .subjectCandidateFailed, .subjectInterrupted:
            true
        default: false
        }
    }
}
