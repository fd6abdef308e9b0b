#if Journal
    import Foundation
    import Strangler
    import TestSupport
    import Testing

    @testable import StranglerJournal

    private struct Broken: Error, Equatable {}

    @Suite("The journal in SQLite", .turns)
    struct SQLiteJournalTests {
        static let facts: [Fact] = [
            .compared(.ignored(rule: "rounding"), control: .seconds(1), candidate: .seconds(1)),
            .compared(
                .mismatched(
                    Difference(kind: .values, path: "a[0].b", control: .text("1"), candidate: .withheld)
                ),
                control: .seconds(1),
                candidate: .seconds(1)
            ),
            .compared(
                .mismatched(Difference(kind: .errors, control: .redactionFailed, candidate: .redactionFailed))
            ),
            .compared(.mismatched(Difference(kind: .unlocated, control: .text(""), candidate: .redactionFailed))),
            .compared(.mismatched(Difference(kind: .values, path: "a", specimen: .text("{}")))),
            .compared(
                .mismatched(Difference(kind: .values, control: .redactionFailed, specimen: .redactionFailed))
            ),
            .compared(.candidateFailed(.text("quote ' and \u{5d0}"))),
            .compared(.candidateFailed(.redactionFailed)),
            .compared(.timedOut, control: .seconds(1), candidate: .seconds(10)),
            .answered(by: .candidate, latency: .milliseconds(5), failure: .withheld),
            .answered(by: .candidate, latency: .milliseconds(5), failure: .text("broken")),
            .answered(by: .control, latency: .zero, failure: .redactionFailed),
            .fellBack(.failed(.text("broken")), latency: .seconds(1)),
            .fellBack(.timedOut, latency: .seconds(2)),
            .planChanged(from: "legacy", to: "compare 50%"),
            .killSwitch(.opened(.latency, calls: 20)),
            .killSwitch(.probing),
            .killSwitch(.closed),
            .effectInComparison,
            .lost(comparisons: 3),
            .unended,
            .truncated,
        ]

        @Test("Gives back every kind of entry as it was, also when opened again", arguments: facts)
        func roundTrip(fact: Fact) async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let entry = Entry(
                    operation: "orders",
                    sides: try Sides(control: Identity("old"), candidate: Identity("new", version: "2")),
                    subject: SubjectClass(number: 7),
                    labels: ["region": "eu"],
                    date: Date(timeIntervalSince1970: 5),
                    fact: fact,
                    count: 7
                )
                try await SQLiteJournal(at: url).record([entry])

                #expect(try await SQLiteJournal(at: url).entries() == [entry])
            }
        }

        @Test("Answers the entries of one hand-over or of all, from a date on, oldest first")
        func queries() async throws {
            try await withFolder { folder in
                let journal = try SQLiteJournal(at: folder.appending(path: "journal.sqlite"))
                let entries = [entry(1), entry(2, "addresses"), entry(3), entry(4, "orders (calibration)")]
                try await journal.record(entries)

                #expect(try await journal.entries() == entries)
                #expect(try await journal.entries(of: "orders") == [entries[0], entries[2], entries[3]])
                let from = Date(timeIntervalSince1970: 2)
                #expect(try await journal.entries(from: from) == Array(entries.dropFirst()))
                #expect(try await journal.operations() == ["addresses", "orders", "orders (calibration)"])
            }
        }

        @Test("Bounds the file too: it does not grow once the ring is full")
        func fileSize() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                func sizeAfter(_ batches: Int) async throws -> Int {
                    let journal = try SQLiteJournal(at: url, capacity: 500)
                    for _ in 0..<batches { try await journal.record((1...250).map { entry($0) }) }
                    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    return try names.reduce(0) { sum, name in
                        let attributes = try FileManager.default.attributesOfItem(
                            atPath: folder.appending(path: name).path
                        )
                        return sum + (attributes[.size] as? Int ?? 0)
                    }
                }
                let full = try await sizeAfter(40)
                #expect(try await sizeAfter(200) <= 2 * full)
            }
        }

        @Test("Is readable by its owner alone, also if the file was open to others before")
        func mode() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try Data().write(to: url)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
                let journal = try SQLiteJournal(at: url)
                try await journal.record([entry(1)])

                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names.contains("journal.sqlite"))
                for name in names {
                    let attributes = try FileManager.default.attributesOfItem(
                        atPath: folder.appending(path: name).path
                    )
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
                }
            }
        }

        @Test(
            "A file that is damaged is set aside by name, and a new one begun",
            arguments: [Data("not a database, but long enough to look like one".utf8) + Data(count: 4_096)]
        )
        func damaged(bytes: Data) async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                for number in 1...2 {
                    try bytes.write(to: url)
                    let journal = try SQLiteJournal(at: url)
                    let one = entry(1)
                    try await journal.record([one])

                    let aside = folder.appending(path: "journal.sqlite.corrupt-\(number)")
                    #expect(await journal.setAside.map(\.path) == [aside.path])
                    #expect(try Data(contentsOf: aside) == bytes)
                    #expect(try await journal.entries() == [one])
                    // The counts of the damaged file are lost: no verdict is met with what is left.
                    let verdict = Verdict(
                        of: "orders",
                        between: try Sides(control: Identity("old"), candidate: Identity("new")),
                        in: try await journal.evidence(),
                        by: Rule(),
                        now: Date()
                    )
                    #expect(verdict.shortfalls.contains(.truncated(1)))
                }
            }
        }

        @Test("A file cut short is set aside too")
        func truncated() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try await fill(url)
                let bytes = try Data(contentsOf: url)
                try bytes.prefix(bytes.count / 2).write(to: url)

                let journal = try SQLiteJournal(at: url)
                let one = entry(1)
                try await journal.record([one])

                #expect(await journal.setAside.count == 1)
                #expect(try await journal.entries() == [one])
            }
        }

        @Test("Damage inside that shows only on reading is told once, and the file set aside")
        func damagedInside() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try await fill(url)
                try overwrite(url, from: 4_096)
                let journal = try SQLiteJournal(at: url)

                await #expect(throws: SQLiteJournalError.corrupt) { try await journal.entries() }

                #expect(try await journal.entries().isEmpty)
                #expect(await journal.setAside.count == 1)
            }
        }

        @Test("Damage inside that shows on writing loses no entry")
        func damagedOnWriting() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try await fill(url)
                try overwrite(url, from: 4_096)
                let journal = try SQLiteJournal(at: url)

                let one = entry(1)
                try await journal.record([one])

                #expect(await journal.setAside.count == 1)
                #expect(try await journal.entries() == [one])
            }
        }

        @Test("A damaged file is not moved away under others who have it open, but when they have closed it")
        func damagedInUse() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try await fill(url)
                var other: SQLiteJournal? = try SQLiteJournal(at: url)
                try overwrite(url, from: 4_096)
                let journal = try SQLiteJournal(at: url)

                await #expect(throws: SQLiteJournalError.corrupt) { try await journal.record([entry(1)]) }
                #expect(await journal.setAside.isEmpty)
                #expect(await other?.setAside == [])

                other = nil
                let two = entry(2)
                try await journal.record([two])
                #expect(await journal.setAside.count == 1)
                #expect(try await journal.entries() == [two])
            }
        }

        @Test("A row that can't be read is answered as a lost comparison")
        func unreadableRow() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let journal = try SQLiteJournal(at: url)
                try await journal.record([entry(1), entry(2)])
                try execute("UPDATE entry SET kind = 'other' WHERE id = 1", in: url)

                #expect(
                    try await journal.entries().map(\.fact) == [.lost(comparisons: 1), .compared(.timedOut)]
                )
            }
        }

        @Test("A file of a newer version is refused and left as it is")
        func newer() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                let one = entry(1)
                try await SQLiteJournal(at: url).record([one])
                try execute("PRAGMA user_version = 7", in: url)

                #expect(throws: SQLiteJournalError.newerSchema(7)) { try SQLiteJournal(at: url) }

                try execute("PRAGMA user_version = 6", in: url)
                #expect(try await SQLiteJournal(at: url).entries() == [one])
            }
        }

        @Test("An empty file is a new journal")
        func empty() async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try Data().write(to: url)
                let journal = try SQLiteJournal(at: url)

                #expect(try await journal.entries().isEmpty)
                #expect(await journal.setAside.isEmpty)
            }
        }

        @Test("Without its folder it can't be opened, and the error says so")
        func noFolder() {
            let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/journal.sqlite")
            #expect(throws: SQLiteJournalError.unavailable(code: 14)) { try SQLiteJournal(at: url) }
        }

        @Test(
            "Six processes open a new file or a damaged one at once and write to it, and no entry is lost",
            arguments: [nil, Data(repeating: 0xa5, count: 8_192)]
        )
        func processes(before: Data?) async throws {
            try await withFolder { folder in
                let url = folder.appending(path: "journal.sqlite")
                try before?.write(to: url)
                let writer = Bundle.main.bundleURL.appending(path: "StranglerJournalWriter")
                let children = try (1...6).map { number in
                    let child = Process()
                    child.executableURL = writer
                    child.arguments = [url.path, "process \(number)", "50"]
                    try child.run()
                    return child
                }
                for child in children {
                    child.waitUntilExit()
                    #expect(child.terminationStatus == 0)
                }

                let journal = try SQLiteJournal(at: url)
                let evidence = try await journal.evidence()
                #expect(evidence.matched == 300)
                for number in 1...6 { #expect(evidence.of("process \(number)").matched == 50) }
                let aside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    .filter { $0.contains("corrupt") }
                #expect(aside == (before == nil ? [] : ["journal.sqlite.corrupt-1"]))
            }
        }

        @Test("It stands behind a hand-over, and its rows are the ground of a verdict")
        func behindHandover() async throws {
            try await withFolder { folder in
                let journal = try SQLiteJournal(at: folder.appending(path: "journal.sqlite"))
                let recorder = Recorder(to: journal)
                let handover = Handover(
                    "numbers",
                    between: try Sides(control: Identity("old"), candidate: Identity("new")),
                    plan: .compare(sample: .all),
                    subject: { (input: Int) in String(input) },
                    control: { (input) async throws(Broken) in input },
                    candidate: { (input) async throws(Broken) in input % 2 },
                    cancellation: .none,
                    comparison: Comparison(),
                    redactor: .unredacted,
                    recorder: recorder
                )
                for input in 1...2 {
                    #expect(try await handover(input) == input)
                    await handover.settle()
                }
                await recorder.flush()

                let verdict = handover.verdict(in: try await journal.evidence())
                #expect(verdict.evidence.matched == 1)
                #expect(verdict.evidence.mismatched == 1)
                #expect(verdict.subjects == 2)
                #expect(!verdict.isMet)
            }
        }

        private func fill(_ url: URL) async throws {
            let journal = try SQLiteJournal(at: url)
            try await journal.record((1...2_000).map { entry($0) })
            try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: url)
        }

        private func overwrite(_ url: URL, from offset: Int) throws {
            var bytes = try Data(contentsOf: url)
            bytes.replaceSubrange(offset..., with: Data(repeating: 0xa5, count: bytes.count - offset))
            try bytes.write(to: url)
        }
    }
#endif
