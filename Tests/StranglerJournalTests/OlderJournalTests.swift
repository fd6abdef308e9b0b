#if Journal
    import Foundation
    import Strangler
    import StranglerJournal
    import TestSupport
    import Testing

    @Suite("Journals that earlier versions wrote", .turns)
    struct OlderJournalTests {
        /// What each version added, as it was.
        private static let versions = [
            """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL, date REAL NOT NULL, count INTEGER NOT NULL,
                kind TEXT NOT NULL, detail TEXT, otherDetail TEXT, number INTEGER, path TEXT, control TEXT, candidate TEXT,
                redactionFailed INTEGER NOT NULL, controlNanoseconds INTEGER, candidateNanoseconds INTEGER
            );
            CREATE INDEX entry_operation_date ON entry (operation, date);
            INSERT INTO entry (operation, date, count, kind, detail, path, redactionFailed)
                VALUES ('orders', 1750000000, 1, 'mismatched', 'values', 'total', 0),
                    ('orders', 1750000000, 1, 'answered', 'control', '', 0);
            """,
            "ALTER TABLE entry ADD COLUMN specimen TEXT;",
            """
            ALTER TABLE entry ADD COLUMN writer INTEGER;
            ALTER TABLE entry ADD COLUMN serial INTEGER;
            ALTER TABLE entry ADD COLUMN sides TEXT NOT NULL DEFAULT '';
            ALTER TABLE entry ADD COLUMN subject INTEGER;
            ALTER TABLE entry ADD COLUMN labels TEXT NOT NULL DEFAULT '';
            CREATE UNIQUE INDEX entry_writer_serial ON entry (writer, serial);
            CREATE TABLE journal (writer TEXT NOT NULL);
            CREATE TABLE origin (
                id INTEGER PRIMARY KEY, operation TEXT NOT NULL, sides TEXT NOT NULL, labels TEXT NOT NULL,
                UNIQUE (operation, sides, labels)
            );
            CREATE TABLE tally (
                origin INTEGER NOT NULL REFERENCES origin (id), kind TEXT NOT NULL, start INTEGER NOT NULL,
                detail TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL,
                PRIMARY KEY (origin, kind, start, detail, number)
            ) WITHOUT ROWID;
            INSERT INTO journal VALUES ('abc');
            INSERT INTO origin VALUES (1, 'orders', '\(sides)', '');
            WITH RECURSIVE class (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM class WHERE n < 5999)
                INSERT INTO tally SELECT 1, 'subjectMatched', 1749945600, '', n, 1 FROM class;
            INSERT INTO tally VALUES (1, 'matched', 1749999600, '', 0, 6000), (1, 'subjectMismatched', 1749945600, '', 7, 1),
                (1, 'mismatched', 1749999600, '', 0, 1), (1, 'unended', 1749999600, '', 0, 1),
                (1, 'subjectMatched', 1749945600, '', -1, 1);
            """,
            "",
        ]

        private static let sides =
            #"{"candidate":{"name":"new","server":"","version":""},"control":{"name":"old","server":"","version":""}}"#

        @Test("A file is taken over with all that it counted, and again without change", arguments: 1...4)
        func takenOver(version: Int) async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try execute(
                    Self.versions.prefix(version).joined() + "PRAGMA user_version = \(version)",
                    in: url
                )
                for _ in 1...2 {
                    let journal = try SQLiteJournal(at: url)
                    let facts = try await journal.entries().map(\.fact)
                    #expect(facts.first == .compared(.mismatched(Difference(kind: .values, path: "total"))))
                    #expect(facts.count == 2)
                    let evidence = try await journal.evidence()
                    guard version >= 3 else { continue }
                    #expect(evidence.matched == 6_000 && evidence.mismatched == 1 && evidence.unended == 1)
                    let writers = Set(evidence.tallies.map(\.key.writer))
                    #expect(writers == ["abc"])
                }
            }
        }

        @Test("The runs that a process of version 0.1.0 left beside it are counted, with their subjects")
        func runs() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try execute(Self.versions.joined() + "PRAGMA user_version = 4", in: url)
                // 64 KB of lines, the number of runs without a slot, and 8,192 slots: bit 63, the line, bit 16, the subject class.
                var bytes = Data(#"{"operation":"orders","sides":\#(Self.sides)}"#.utf8 + [0x0A])
                bytes.append(Data(count: 65_536 - bytes.count))
                for word in [0, 1 << 63 | 1 << 16 | 65_535, 1 << 63, 0] as [UInt64] {
                    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
                }
                bytes.append(Data(count: 65_536 + 8 + 8_192 * 8 - bytes.count))
                try bytes.write(to: URL(fileURLWithPath: url.path + ".run-4711-c0ffee"))
                let evidence = try await SQLiteJournal(at: url).evidence()
                #expect(evidence.unended + evidence.interrupted == 3)
                #expect(!FileManager.default.fileExists(atPath: url.path + ".run-4711-c0ffee"))
            }
        }

        @Test("What it compared counts for what it is: the rule is not met, because not every call was accounted for")
        func notMet() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try execute(Self.versions.joined() + "PRAGMA user_version = 4", in: url)
                let evidence = try await SQLiteJournal(at: url).evidence()
                let rule = try Rule(maximumRate: 0.01, span: .none, requiresCrashLog: false)
                let sides = try #require(evidence.pairs.first)
                let found = Verdict(
                    of: "orders",
                    between: sides,
                    in: evidence,
                    by: rule,
                    now: Date(timeIntervalSince1970: 1_750_000_000)
                )
                // Class -1 is a subject of its own, and class 7 saw a difference.
                #expect(found.subjects == 6_001 && found.disagreeing == 1)
                #expect(found.shortfalls == [.notAccounted(6_001)])
                #expect(found.words.contains("an earlier version"))
            }
        }

        @Test("However many subjects, their classes of a day are one value")
        func sets() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let journal = try SQLiteJournal(at: url)
                for part in 0..<10 {
                    try await journal.record(
                        (0..<3_000).map { number in
                            Entry(
                                operation: "orders",
                                subject: SubjectClass(number: part * 3_000 + number),
                                date: Date(timeIntervalSince1970: 1_750_000_000),
                                fact: .compared(.matched)
                            )
                        }
                    )
                }
                try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
                let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
                #expect(try #require(size) < 400_000)
                let evidence = try await SQLiteJournal(at: url).evidence()
                #expect(evidence.tallies.count { $0.key.kind == .subjectMatched } == 30_000)
                #expect(evidence.matched == 30_000)
            }
        }

        @Test("A copy of the file that goes on counting adds to the file, and what both hold counts once")
        func copy() async throws {
            try await withFolder { folder in
                let (url, copy) = (folder.appending(path: "a.sqlite"), folder.appending(path: "b.sqlite"))
                let first = try SQLiteJournal(at: url)
                func entry() -> Entry {
                    Entry(operation: "orders", date: Date(), fact: .compared(.mismatched(Difference(kind: .values))))
                }
                try await first.record([entry()])
                try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
                try FileManager.default.copyItem(at: url, to: copy)
                let second = try SQLiteJournal(at: copy)
                for journal in [first, second] { try await journal.record([entry(), entry()]) }

                let joined = try await first.evidence() + second.evidence()
                #expect(joined.mismatched == 5)
            }
        }

        @Test(
            "A file that is replaced by an older copy of itself goes on under another name, and nothing known of it is lost"
        )
        func rolledBack() async throws {
            try await withFolder { folder in
                let (url, copy) = (folder.appending(path: "a.sqlite"), folder.appending(path: "b.sqlite"))
                func add(_ count: Int) async throws -> Evidence {
                    let journal = try SQLiteJournal(at: url)
                    for _ in 0..<count {
                        try await journal.record([Entry(operation: "orders", date: Date(), fact: .compared(.timedOut))])
                    }
                    return try await journal.evidence()
                }
                _ = try await add(1)
                try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
                try FileManager.default.copyItem(at: url, to: copy)
                let known = try await add(2)
                #expect(known.timedOut == 3)
                // Over the file, which keeps its place.
                try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
                try Data(contentsOf: copy).write(to: url, options: [])
                let joined = try await known + add(4)
                #expect(joined.timedOut == 7)
            }
        }
    }
#endif
