#if Journal
    import Foundation
    import GRDB
    import Strangler
    import TestSupport
    import Testing

    @testable import StranglerJournal

    @Suite("The evidence of a journal in SQLite", .turns)
    struct SQLiteEvidenceTests {
        @Test("Stores the newest entries of each hand-over, counts all, and says how many it had no room for")
        func ring() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let entries = (1...100).map { entry($0) }
                try await SQLiteJournal(at: url, capacity: 10).record(Array(entries[..<8]))
                let journal = try SQLiteJournal(at: url, capacity: 10)
                try await journal.record([entry(1, "addresses")])
                try await journal.record(Array(entries[8..<12]))
                #expect(try await journal.entries().filter { $0.operation == "orders" } == Array(entries[2..<12]))
                #expect(try await journal.evidence().of("orders").truncated == 2)

                try await journal.record(Array(entries[12...]))
                #expect(try await journal.entries().filter { $0.operation == "orders" } == Array(entries[90...]))
                let evidence = try await SQLiteJournal(at: url).evidence()
                #expect(evidence.of("orders").timedOut == 100)
                #expect(evidence.of("orders").truncated == 90)
                #expect(evidence.of("addresses").truncated == 0)
            }
        }

        @Test("Counts what agrees and stores no entry of it; copies of one file count once")
        func counts() async throws {
            try await withFolder { folder in
                let (url, copy) = (folder.appending(path: "a.sqlite"), folder.appending(path: "b.sqlite"))
                let memory = MemoryJournal()
                let entries = (0..<500).map { number in
                    Entry(
                        operation: "orders",
                        subject: SubjectClass(number: number % 300),
                        labels: number < 100 ? ["region": "eu"] : [:],
                        date: Date(timeIntervalSince1970: Double(number * 60)),
                        fact: .compared(.matched, control: .seconds(1), candidate: .milliseconds(number + 1))
                    )
                }
                let journal = try SQLiteJournal(at: url)
                for start in stride(from: 0, to: 500, by: 50) {
                    try await journal.record(Array(entries[start..<start + 50]))
                }
                await memory.record(entries)
                try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
                try FileManager.default.copyItem(at: url, to: copy)
                let early = try await SQLiteJournal(at: copy).evidence()
                try await journal.record([entries[0]])

                let evidence = try await journal.evidence()
                #expect(try await journal.entries().isEmpty)
                #expect(early.matched == 500)
                #expect((evidence + early).matched == 501)
                #expect(early.candidate == memory.evidence.candidate)
                #expect(early.labelled("region", "eu").matched == 100)
                #expect(Set(early.tallies.map(\.key.kind)) == [.matched, .chosen, .latency, .subjectMatched])
            }
        }

        @Test("An entry that arrives twice is stored and counted once")
        func twice() async throws {
            try await withFolder { folder in
                let journal = try SQLiteJournal(at: folder.appending(path: "journal.sqlite"))
                let one = entry(1)
                try await journal.record([one])
                try await journal.record([one, entry(2)])
                #expect(try await journal.entries().count == 2)
                #expect(try await journal.evidence().timedOut == 2)
            }
        }

        @Test("A look that is under way holds up nothing that is written, and sees what there was when it began")
        func lookBesideWriting() async throws {
            try await withFolder { folder in
                let journal = try JournalFile(folder.appending(path: "journal.sqlite")).open()
                func add(_ count: Int) throws {
                    let entries = (0..<count).map { entry($0) }
                    try journal.database.write { try TallyRow.add(entries, grain: 3_600, to: $0) }
                }
                try add(3)
                try journal.reader.read { reader in
                    #expect(try TallyRow.evidence(of: "orders", in: reader).timedOut == 3)
                    try add(4)
                    #expect(try TallyRow.evidence(of: "orders", in: reader).timedOut == 3)
                }
                #expect(try journal.reader.read { try TallyRow.evidence(of: nil, in: $0) }.timedOut == 7)
            }
        }

        @Test("What a look reads doesn't grow with the number of calls")
        func flat() async throws {
            try await withFolder { folder in
                let journal = try SQLiteJournal(at: folder.appending(path: "journal.sqlite"))
                func entry(_ number: Int) -> Entry {
                    let latency = Duration.microseconds(1_000 + number % 40)
                    return Entry(
                        operation: "orders",
                        subject: SubjectClass(of: "user \(number % 50)"),
                        date: Date(timeIntervalSince1970: Double(number % 24) * 3_600),
                        fact: .compared(.matched, control: latency, candidate: latency)
                    )
                }
                func observe(_ calls: Int) async throws -> Int {
                    try await journal.record((0..<calls).map(entry))
                    let evidence = try await journal.evidence()
                    return evidence.counts.count + evidence.sets.count
                }
                let first = try await observe(1_000)
                #expect(try await observe(9_000) == first)
                // By the hour what happened, by the day latencies and subjects.
                #expect(first < 24 * 2 + 10)
            }
        }

        @Test("A run that ended its process counts at the next opening, and once")
        func trap() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let writer = Process()
                writer.executableURL = Bundle.main.bundleURL.appending(path: "StranglerJournalWriter")
                writer.arguments = [url.path, "orders", "trap"]
                writer.standardError = FileHandle.nullDevice
                try writer.run()
                writer.waitUntilExit()
                #expect(writer.terminationReason == .uncaughtSignal)

                for _ in 1...2 {
                    let evidence = try await SQLiteJournal(at: url).evidence()
                    #expect(evidence.of("orders").unended == 1)
                    #expect(evidence.pairs.map(\.candidate.name) == ["new"])
                    let sides = try #require(evidence.pairs.first)
                    let found = Verdict(of: "orders", between: sides, in: evidence, by: Rule(), now: Date())
                    #expect(!found.isMet && found.account.unseenReasons == ["never ended": 1])
                }
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(!names.contains { $0.contains(".run-") })
            }
        }

        @Test("A run that is under way in a process that lives doesn't count, nor one whose outcome is stored")
        func underWay() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let run = Run(operation: "orders", sides: nil, subject: SubjectClass(number: 3))
                var file: RunFile? = RunFile(beside: url)
                let tokens = (0..<10_000).compactMap { _ in file?.begin(run) }
                let journal = try SQLiteJournal(at: url)
                #expect(try await journal.evidence().unended == 0)

                for token in tokens.dropLast(3) { file?.end(token) }
                // A child that another test starts has a copy of the descriptor, and so of the lock, until it runs.
                let copies = try descriptors(in: folder) { $0.contains(".run-") }.map { dup($0) }
                defer { for copy in copies { close(copy) } }
                #expect(copies.count == 1)
                file = nil
                #expect(try await journal.evidence().unended == 3)
            }
        }
    }

    /// The descriptors of this process for files in a folder.
    private func descriptors(in folder: URL, named isMeant: (String) -> Bool) throws -> [Int32] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isMeant).map { name in
            var status = stat()
            #expect(stat(folder.appending(path: name).path, &status) == 0)
            return status
        }
        return (0..<Int32(getdtablesize())).filter { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return false }
            return files.contains { $0.st_ino == status.st_ino && $0.st_dev == status.st_dev }
        }
    }
#endif
