import Synchronization

/// A journal for tests: reports the first disagreement, so that a test fails that would otherwise pass unnoticed.
///
///     let recorder = Recorder(to: StrictJournal { Issue.record("\($0.fact)") })
public final class StrictJournal: Journal {
    private let report: @Sendable (Entry) -> Void
    private let hasReported = Mutex(false)

    /// Creates a journal that calls `report` with the first run in which the sides disagreed, or whose end is unknown.
    public init(report: @escaping @Sendable (Entry) -> Void) {
        self.report = report
    }

    /// Checks entries. It never throws.
    public func record(_ entries: [Entry]) async {
        guard let first = entries.first(where: \.fact.isDisagreement) else { return }
        let isFirst = hasReported.withLock { hasReported in
            defer { hasReported = true }
            return !hasReported
        }
        if isFirst { report(first) }
    }
}

extension Fact {
    fileprivate var isDisagreement: Bool {
        switch self {
        case .compared(.mismatched, _, _), .compared(.candidateFailed, _, _), .compared(.timedOut, _, _), .unended,
            .interrupted:
            true
        case .lost(let comparisons): comparisons > 0
        case .missed: true
        case .compared, .answered, .backfilled, .fellBack, .planChanged, .began, .killSwitch, .effectInComparison,
            .looked, .released, .truncated:
            false
        }
    }
}
