#if Journal
    import Foundation
    import GRDB
    import Strangler

    /// An entry as a row: one column for each property that a person may want to query.
    ///
    /// A missing text was withheld, unless `redactionFailed` has its bit: 1 for control, 2 for the candidate, 4 for the
    /// specimen.
    struct EntryRow {
        static let schema = """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                operation TEXT NOT NULL,
                date REAL NOT NULL,
                count INTEGER NOT NULL,
                kind TEXT NOT NULL,
                detail TEXT,
                otherDetail TEXT,
                number INTEGER,
                path TEXT,
                control TEXT,
                candidate TEXT,
                redactionFailed INTEGER NOT NULL,
                controlNanoseconds INTEGER,
                candidateNanoseconds INTEGER
            );
            CREATE INDEX entry_operation_date ON entry (operation, date);
            """
        /// The changes in the second version of the schema.
        static let specimens = "ALTER TABLE entry ADD COLUMN specimen TEXT;"

        /// The changes in the third version: the entry's identifier, its sides, subject class and labels.
        static let origins = """
            ALTER TABLE entry ADD COLUMN writer INTEGER;
            ALTER TABLE entry ADD COLUMN serial INTEGER;
            ALTER TABLE entry ADD COLUMN sides TEXT NOT NULL DEFAULT '';
            ALTER TABLE entry ADD COLUMN subject INTEGER;
            ALTER TABLE entry ADD COLUMN labels TEXT NOT NULL DEFAULT '';
            CREATE UNIQUE INDEX entry_writer_serial ON entry (writer, serial);
            """

        /// The changes in the fifth version: each shelf has room of its own.
        static let shelves = """
            ALTER TABLE entry ADD COLUMN shelf TEXT NOT NULL DEFAULT 'differences';
            UPDATE entry SET shelf = 'changes'
            WHERE kind IN ('planChanged', 'killSwitchOpened', 'killSwitchProbing', 'killSwitchClosed',
                'effectInComparison', 'truncated');
            UPDATE entry SET shelf = 'errors' WHERE kind IN ('ignored', 'fellBack', 'answered');
            CREATE INDEX entry_operation_shelf ON entry (operation, shelf, id);
            """

        private static let columns = [
            "operation", "date", "count", "kind", "detail", "otherDetail", "number", "path", "control", "candidate",
            "redactionFailed", "controlNanoseconds", "candidateNanoseconds", "specimen", "writer", "serial", "sides",
            "subject", "labels", "shelf",
        ]

        private static let insertion = """
            INSERT OR IGNORE INTO entry (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """

        private var kind = ""
        private var detail: String?
        private var otherDetail: String?
        private var number: Int?
        private var path: String?
        private var control = Recorded.withheld
        private var candidate = Recorded.withheld
        private var specimen = Recorded.withheld
        private var controlLatency: Duration?
        private var candidateLatency: Duration?

        /// Inserts an entry unless it already exists. Returns whether it was inserted.
        static func insert(_ entry: Entry, into database: Database) throws -> Bool {
            let row = EntryRow(entry.fact)
            let failed = zip([row.control, row.candidate, row.specimen], [1, 2, 4])
                .reduce(0) { $0 + ($1.0 == .redactionFailed ? $1.1 : 0) }
            try database.cachedStatement(sql: insertion).execute(arguments: [
                entry.operation, entry.date.timeIntervalSince1970, entry.count, row.kind, row.detail, row.otherDetail,
                row.number, row.path, row.control.storedText, row.candidate.storedText, failed,
                row.controlLatency?.wholeNanoseconds, row.candidateLatency?.wholeNanoseconds,
                row.specimen.storedText, Int64(bitPattern: entry.id.writer), Int64(bitPattern: entry.id.number),
                StoredText.of(entry.sides), entry.subject?.number, StoredText.of(entry.labels),
                (entry.fact.shelf ?? .errors).rawValue,
            ])
            return database.changesCount > 0
        }

        static func select(_ operation: String?, _ from: Date, in database: Database) throws -> [Entry] {
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(columns.joined(separator: ", ")), id FROM entry
                    WHERE (?1 IS NULL OR operation IN (?1, ?3, ?4)) AND date >= ?2 ORDER BY id
                    """
            )
            let rows = try Row.fetchCursor(
                statement,
                arguments: [
                    operation, from.timeIntervalSince1970, operation.map(Calibration.operation(of:)),
                    operation.map(Calibration.apart(of:)),
                ]
            )
            var entries: [Entry] = []
            while let row = try rows.next() { entries.append(entry(row)) }
            return entries
        }

        private static func entry(_ row: Row) -> Entry {
            let count = number(row[2]) ?? 1
            let seconds = Double.fromDatabaseValue(row[1]) ?? 0
            let times = Tally.times
            let (writer, serial) = (Int64.fromDatabaseValue(row[14]), Int64.fromDatabaseValue(row[15]))
            return Entry(
                id: Entry.ID(
                    writer: UInt64(bitPattern: writer ?? 0),
                    number: UInt64(bitPattern: serial ?? Int64.fromDatabaseValue(row[20]) ?? 0)
                ),
                operation: String.fromDatabaseValue(row[0]) ?? "",
                sides: StoredText.value(String.fromDatabaseValue(row[16])),
                subject: Int.fromDatabaseValue(row[17]).map(SubjectClass.init(number:)),
                labels: StoredText.value(String.fromDatabaseValue(row[18])) ?? [:],
                date: Date(
                    timeIntervalSince1970: min(max(seconds, Double(times.lowerBound)), Double(times.upperBound))
                ),
                fact: EntryRow(row).fact ?? .lost(comparisons: count),
                count: count
            )
        }
    }

    // MARK: - A row of the file

    extension EntryRow {
        /// Returns a count. Another program may have written one that no journal can have counted.
        private static func number(_ field: DatabaseValue) -> Int? {
            Int.fromDatabaseValue(field).map { min(max($0, 0), Tally.largestCount) }
        }

        private init(_ row: Row) {
            kind = String.fromDatabaseValue(row[3]) ?? ""
            detail = String.fromDatabaseValue(row[4])
            otherDetail = String.fromDatabaseValue(row[5])
            number = Self.number(row[6])
            path = String.fromDatabaseValue(row[7])
            let failed = Int.fromDatabaseValue(row[10]) ?? 0
            control = Recorded(text: String.fromDatabaseValue(row[8]), isFailed: failed & 1 != 0)
            candidate = Recorded(text: String.fromDatabaseValue(row[9]), isFailed: failed & 2 != 0)
            specimen = Recorded(text: String.fromDatabaseValue(row[13]), isFailed: failed & 4 != 0)
            controlLatency = Int64.fromDatabaseValue(row[11]).map { .nanoseconds($0) }
            candidateLatency = Int64.fromDatabaseValue(row[12]).map { .nanoseconds($0) }
        }

        /// The fact in the row; nil if this version doesn't know it.
        private var fact: Fact? {
            switch kind {
            case "answered": answered
            case "fellBack": fault.map { .fellBack($0, latency: candidateLatency ?? .zero) }
            case "planChanged": .planChanged(from: detail ?? "", to: otherDetail ?? "")
            case "began": .began(detail ?? "")
            case "killSwitchOpened":
                detail.flatMap(KillSwitch.Reason.init).map { .killSwitch(.opened($0, calls: number ?? 0)) }
            case "killSwitchProbing": .killSwitch(.probing)
            case "killSwitchClosed": .killSwitch(.closed)
            case "effectInComparison": .effectInComparison
            case "missed": detail.flatMap(Side.init).map { .missed(by: $0) }
            case "backfilled": detail.flatMap(Side.init).map { .backfilled($0) }
            case "lost": .lost(comparisons: number ?? 0)
            case "unended": .unended
            case "interrupted": .interrupted
            case "looked": .looked(rule: detail ?? "", isMet: number == 1)
            case "released": .released(detail ?? "", verdict: otherDetail)
            case "truncated": .truncated
            default: outcome.map { .compared($0, control: controlLatency, candidate: candidateLatency) }
            }
        }

        private var outcome: Outcome? {
            switch kind {
            case "matched": .matched
            case "matchedFailure": .matchedFailure
            case "notComparable": .notComparable(reason: detail ?? "")
            case "ignored": .ignored(rule: detail ?? "")
            case "mismatched":
                detail.flatMap(Difference.Kind.init).map { kind in
                    .mismatched(
                        Difference(
                            kind: kind,
                            path: path ?? "",
                            control: control,
                            candidate: candidate,
                            specimen: specimen
                        )
                    )
                }
            case "candidateFailed": .candidateFailed(candidate)
            case "timedOut": .timedOut
            case "skipped": detail.flatMap(SkipReason.init).map { .skipped($0) }
            default: nil
            }
        }

        private var answered: Fact? {
            detail.flatMap(Side.init).map { side in
                let (text, latency) =
                    switch side {
                    case .control: (control, controlLatency)
                    case .candidate: (candidate, candidateLatency)
                    }
                return .answered(by: side, latency: latency ?? .zero, failure: otherDetail == "failed" ? text : nil)
            }
        }

        private var fault: Fault? {
            switch detail {
            case "failed": .failed(candidate)
            case "timedOut": .timedOut
            default: nil
            }
        }
    }

    // MARK: - A row of an entry

    extension EntryRow {
        private init(_ fact: Fact) {
            switch fact {
            case .compared(let outcome, let control, let candidate):
                (controlLatency, candidateLatency) = (control, candidate)
                fill(outcome)
            case .answered(let side, let latency, let failure):
                (kind, detail, otherDetail) = ("answered", side.rawValue, failure.map { _ in "failed" })
                switch side {
                case .control: (control, controlLatency) = (failure ?? .withheld, latency)
                case .candidate: (candidate, candidateLatency) = (failure ?? .withheld, latency)
                }
            case .fellBack(.failed(let error), let latency):
                (kind, detail, candidate, candidateLatency) = ("fellBack", "failed", error, latency)
            case .fellBack(.timedOut, let latency):
                (kind, detail, candidateLatency) = ("fellBack", "timedOut", latency)
            case .began(let plan): (kind, detail) = ("began", plan)
            case .planChanged(let from, let to): (kind, detail, otherDetail) = ("planChanged", from, to)
            case .killSwitch(.opened(let reason, let calls)):
                (kind, detail, number) = ("killSwitchOpened", reason.rawValue, calls)
            case .killSwitch(.probing): kind = "killSwitchProbing"
            case .killSwitch(.closed): kind = "killSwitchClosed"
            case .effectInComparison: kind = "effectInComparison"
            case .missed(let side): (kind, detail) = ("missed", side.rawValue)
            case .backfilled(let side): (kind, detail) = ("backfilled", side.rawValue)
            case .lost(let comparisons): (kind, number) = ("lost", comparisons)
            case .unended: kind = "unended"
            case .interrupted: kind = "interrupted"
            case .looked(let rule, let isMet): (kind, detail, number) = ("looked", rule, isMet ? 1 : 0)
            case .released(let plan, let verdict): (kind, detail, otherDetail) = ("released", plan, verdict)
            case .truncated: kind = "truncated"
            }
        }

        private mutating func fill(_ outcome: Outcome) {
            kind = outcome.name
            switch outcome {
            case .matched, .matchedFailure, .timedOut: break
            case .ignored(let rule): detail = rule
            case .notComparable(let reason): detail = reason
            case .mismatched(let difference):
                (detail, path) = (difference.kind.rawValue, difference.path)
                (control, candidate) = (difference.control, difference.candidate)
                specimen = difference.specimen
            case .candidateFailed(let error): candidate = error
            case .skipped(let reason): detail = reason.rawValue
            }
        }
    }

    extension Recorded {
        fileprivate init(text: String?, isFailed: Bool) {
            self = isFailed ? .redactionFailed : text.map { .text($0) } ?? .withheld
        }

        fileprivate var storedText: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }
    }

    extension Duration {
        /// The duration in nanoseconds, rounded down and limited to the largest value (292 years).
        fileprivate var wholeNanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            guard !overflow else { return seconds < 0 ? .min : .max }
            return product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
        }
    }
#endif
