import AccountSandbox
import Domain
import Foundation
import Presentation
import Strangler
import StranglerJournal

/// A whole hand-over of orders, played against a store in this process: every call is a real one over HTTP, and every
/// figure is read back from the journal. Outcomes repeat for one seed because nothing that decides them depends on time.
struct MigrationDemo: Sendable {
    struct Settings: Sendable {
        var seed = SandboxConfiguration().seed
        /// How many customers are compared once the difference is fixed; each is one run.
        var users = 5_500
        var rule = Rule()
        /// Where journal, chart and exported tests go; a journal in there is replaced.
        let folder: URL
        /// Receives the progress of the demo.
        let say: @Sendable (String) -> Void
    }

    /// What the played hand-over left, beside its files.
    struct Outcome: Sendable {
        let entries: [Entry]
        let evidence: Evidence
        let status: MigrationStatus
        /// Why the table's numbers differ from those of the chart.
        let chartNote: String?
        let journal: URL
        let chart: URL
        let exported: [MismatchExport.Exported]
        /// How often what happened, by name; latencies and dates apart, the same for one seed.
        let counts: [String: Int]
    }

    private let settings: Settings
    private let clock = DemoClock()
    private let killSwitch = KillSwitch(window: .seconds(600), coolDown: .seconds(600))

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Plays all of it. Throws where it can't go on: the store does not start, files can't be written, or the rule is
    /// not met after all customers.
    func play() async throws(AccountFailure) -> Outcome {
        let journal = try newJournal()
        let server = try await startStore()
        do throws(AccountFailure) {
            let outcome = try await play(server, journal)
            await server.stop()
            return outcome
        } catch {
            await server.stop()
            throw error
        }
    }

    private func play(_ server: SandboxServer, _ journal: SQLiteJournal) async throws(AccountFailure) -> Outcome {
        // A port that was just released.
        let gone = try await startStore()
        await gone.stop()
        let sides = try await DemoSides(at: server.url, unreachable: gone.url, say: settings.say)
        let recorder = Recorder(to: journal)
        /// Each build of the candidate has a hand-over of its own, as in each build of a program.
        func stage(_ candidate: DemoCandidate, version: String) -> Stage {
            let migration = Migration(
                control: sides.control,
                candidate: AccountLists(orders: candidate, addresses: sides.store.addresses),
                plans: [:],
                recorder: recorder,
                settings: migrationSettings(version)
            )
            return Stage(migration: migration, journal: journal, say: settings.say)
        }
        let planted = DemoCandidate(sides.store.orders, unreachable: sides.unreachable.orders, isPlanted: true)
        let exported = try await firstBuild(stage(planted, version: "1"))
        let fixed = DemoCandidate(sides.store.orders, unreachable: sides.unreachable.orders, isPlanted: false)
        return try await secondBuild(stage(fixed, version: "2"), fixed, exported)
    }

    private func migrationSettings(_ version: String) -> Migration.Settings {
        Migration.Settings(
            candidateVersion: version,
            deadline: .seconds(60),
            specimenSource: "seed=\(settings.seed)",
            killSwitch: killSwitch,
            rule: settings.rule,
            // A candidate keeps its place for a moment after its outcome; no call is to go uncompared.
            maximumUnderWay: 8 * Self.atOnce,
            clock: clock
        )
    }

    private var few: Int { max(20, settings.users / 10) }

    /// Calibrates, and compares a candidate with a planted difference.
    private func firstBuild(_ stage: Stage) async throws(AccountFailure) -> [MismatchExport.Exported] {
        let migration = stage.migration

        await stage.call(0..<few, "legacy: the old service serves everybody, and nothing is recorded")
        await stage.call(
            0..<(settings.users / 4),
            on: migration.orders.calibration(),
            "calibration: the old service against itself, to learn what noise alone gives"
        )

        migration.orders.compare(.all)
        await stage.call(0..<few, "compare: both run, the old service's answer counts")
        let exported = try await export(stage)
        migration.orders.stepBack()
        return exported
    }

    /// Compares the fixed candidate until the rule is met, and rolls it out.
    private func secondBuild(
        _ stage: Stage,
        _ candidate: DemoCandidate,
        _ exported: [MismatchExport.Exported]
    ) async throws(AccountFailure) -> Outcome {
        let migration = stage.migration
        migration.orders.compare(.all)
        await stage.call(0..<settings.users, "compare: the fixed candidate, until the rule is met")
        settings.say("verdict: \(try await stage.status().verdict.words)")

        // More calls a step than before, so that the smallest share has some of them too.
        for percent in [1, 10, 50, 100] {
            // As long as few get the candidate's responses, all of these are compared too.
            try await stage.release(.rollout(.percent(percent), comparing: percent <= 10 ? .all : .none))
            await stage.call(0..<(settings.users / 4), "rollout \(percent)%")
            if percent == 50 { try await outage(stage, candidate, few) }
        }
        try await stage.release(.replacement)
        await stage.call(0..<(settings.users / 4), "replacement: the old service is called no more")
        return try await outcome(stage, exported)
    }

    /// The first mismatch by input becomes a test, which is tried on the candidate as it is and as it will be.
    private func export(_ stage: Stage) async throws(AccountFailure) -> [MismatchExport.Exported] {
        let fixtures = try await stage.contents().entries.compactMap(Fixture.init)
        // Runs end in any order; the shortest input and of those the first is the same each time.
        let first = fixtures.min { ($0.input.count, $0.input) < ($1.input.count, $1.input) }
        settings.say("found \(fixtures.count.grouped) mismatches" + (first.map { ", at \($0.path) for one" } ?? ""))
        guard let first else { return [] }
        let exported = try MismatchExport.write([first], to: settings.folder.appending(path: "exported"))
        settings.say("exported a test of it: \(exported.first?.test ?? "")")
        return exported
    }

    /// The candidate goes out in the middle of a rollout. Calls come one after the other here, so that the switch opens
    /// at the same call each time.
    private func outage(_ stage: Stage, _ candidate: DemoCandidate, _ few: Int) async throws(AccountFailure) {
        let few = max(60, few)
        candidate.setOut(true)
        await stage.call(0..<few, oneByOne: true, "outage: the candidate can't be reached")
        settings.say(
            "the kill switch is \(stage.migration.orders.killSwitch.rawValue): the old service serves everybody"
        )
        clock.skip(killSwitch.coolDown)
        await stage.call(0..<few, oneByOne: true, "outage goes on: a probe finds the candidate still out")
        candidate.setOut(false)
        clock.skip(killSwitch.coolDown)
        await stage.call(0..<few, oneByOne: true, "outage over: a probe finds the candidate well")
        settings.say("the kill switch is \(stage.migration.orders.killSwitch.rawValue): the rollout goes on")
    }

    private func outcome(
        _ stage: Stage,
        _ exported: [MismatchExport.Exported]
    ) async throws(AccountFailure) -> Outcome {
        let contents = try await stage.contents()
        let status = try await stage.status()
        let chart = settings.folder.appending(path: "migration.svg")
        let picture = Chart(
            of: stage.name,
            in: contents.evidence,
            entries: contents.entries,
            beside: status.verdict
        )
        do {
            try Data(picture.svg().utf8).write(to: chart, options: .atomic)
        } catch {
            throw .file(chart.path, error)
        }
        return Outcome(
            entries: contents.entries,
            evidence: contents.evidence,
            status: status,
            chartNote: picture.note,
            journal: LateJournal.url(in: settings.folder),
            chart: chart,
            exported: exported,
            counts: DemoCounts.of(contents)
        )
    }
}

// MARK: - What is played on

extension MigrationDemo {
    /// How many calls are under way at once.
    fileprivate static let atOnce = 8

    private func newJournal() throws(AccountFailure) -> SQLiteJournal {
        let url = LateJournal.url(in: settings.folder)
        do {
            try FileManager.default.createDirectory(at: settings.folder, withIntermediateDirectories: true)
            for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: url.path + ending) {
                try FileManager.default.removeItem(atPath: url.path + ending)
            }
        } catch {
            throw .file(settings.folder.path, error)
        }
        do throws(SQLiteJournalError) {
            // The demo takes a minute, so its chart needs tallies by the second.
            return try SQLiteJournal(at: url, grain: .seconds(1))
        } catch {
            throw .journal(error.words)
        }
    }

    private func startStore() async throws(AccountFailure) -> SandboxServer {
        do throws(SandboxError) {
            return try await SandboxServer.start(
                SandboxConfiguration(
                    customerCount: settings.users,
                    tokenLifetime: .seconds(24 * 60 * 60),
                    seed: settings.seed
                )
            )
        } catch {
            throw .sandbox(error)
        }
    }
}

/// Calls the hand-over for customers, and reads back what became of it.
private struct Stage: Sendable {
    let migration: Migration
    let journal: SQLiteJournal
    let say: @Sendable (String) -> Void

    var name: String { migration.orders.name }

    /// Makes the calls of numbered customers, several at a time, and waits until the journal has all of them.
    func call(
        _ customers: Range<Int>,
        on handover: OrdersHandover? = nil,
        oneByOne: Bool = false,
        _ words: String
    ) async {
        say("\(words) (\(customers.count.grouped) calls)")
        let handover = handover ?? migration.orders
        let size = oneByOne ? 1 : MigrationDemo.atOnce
        for start in stride(from: customers.lowerBound, to: customers.upperBound, by: size) {
            await withDiscardingTaskGroup { group in
                for number in start..<min(start + size, customers.upperBound) {
                    group.addTask {
                        // Who fails shows in the journal.
                        _ = try? await handover(UserID(SandboxAccount.customer(number + 1)))
                    }
                }
            }
            await handover.settle()
            // The buffer between calls and journal is bounded; nothing is to be lost here.
            if (start / size).isMultiple(of: 32) { await migration.settle() }
        }
        await migration.settle()
    }

    func contents() async throws(AccountFailure) -> JournalContents {
        do throws(SQLiteJournalError) {
            return JournalContents(entries: try await journal.entries(), evidence: try await journal.evidence())
        } catch {
            throw .journal(error.words)
        }
    }

    func status() async throws(AccountFailure) -> MigrationStatus {
        let contents = try await contents()
        return MigrationStatus(
            plan: migration.orders.plan,
            migration.verdict(on: .orders, in: contents.evidence),
            contents
        )
    }

    /// Takes a step forward on the verdict of now.
    func release(_ plan: Plan) async throws(AccountFailure) {
        let verdict = try await status().verdict
        do throws(Refusal) {
            try migration.orders.release(plan, on: verdict)
        } catch {
            throw .demoNotMet(verdict)
        }
    }
}

extension AccountFailure {
    static func demoNotMet(_ verdict: Verdict) -> AccountFailure {
        AccountFailure(
            key: "migration.demo",
            text: "The played hand-over ends before the rollout: the rule is \(verdict.words). Give it more --users."
        )
    }
}
