import ArgumentParser
import Domain
import Foundation
import Presentation
import Strangler

/// `account migration`
struct MigrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migration",
        abstract: "Shows and moves the hand-over from the legacy service to the store's client.",
        discussion: """
            Plans: legacy, compare, rollout, replacement. Without a command it shows where each use case stands. Every \
            figure comes from the journal of real runs; what is recorded has no values of a person.
            """,
        subcommands: [
            StatusCommand.self, SetPlanCommand.self, BackCommand.self, MismatchesCommand.self, CalibrateCommand.self,
            ChartCommand.self, ExportCommand.self, EvidenceCommand.self, DemoCommand.self,
        ],
        defaultSubcommand: StatusCommand.self
    )
}

/// `account migration status`, and `account migration` alone
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows plan, outcomes, latencies and verdict of each use case."
    )

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Rule of the verdict") var rule: RuleOptions
    @OptionGroup(title: "Evidence") var source: JournalOptions

    mutating func validate() throws { try options.requireRealModules() }

    func run() async throws {
        let plans = try options.plans()
        let contents = try await source.contents(in: options.stateFolder)
        let rule = rule.rule
        // A look at nothing leaves no file behind, and another machine's journal is only read.
        let records = source.journal == nil && contents.evidence != Evidence()
        let judging = Judging(options, plans: plans, by: rule, recording: records)
        let statuses = Migration.UseCase.allCases.map { useCase in
            MigrationStatus(
                plan: plans[useCase] ?? .legacy,
                judging.migration.verdict(on: useCase, in: contents.evidence),
                contents
            )
        }
        await judging.finish()
        try options.show(.migration(statuses, rule)) { $0.write(statuses, rule) }
    }
}

/// `account migration set orders compare --sample 0.5`
struct SetPlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Sets the plan of a use case: legacy, compare, rollout PERCENT or replacement."
    )

    enum Word: String, CaseIterable, ExpressibleByArgument {
        case legacy, compare, rollout, replacement
    }

    @Argument(help: "The use case: orders or addresses.")
    var useCase: Migration.UseCase

    @Argument(help: "The plan: legacy, compare, rollout or replacement.")
    var plan: Word

    @Argument(help: "Of rollout: for how many percent of the users (0 to 100).")
    var percent: Double?

    @Option(
        help: ArgumentHelp(
            "Which part of the calls is compared (0 to 1). Of compare all by default, of rollout none.",
            valueName: "part"
        )
    )
    var sample: Double?

    @Option(
        help: ArgumentHelp(
            "Of compare: for which part of the calls legacy runs twice, to learn its noise (0 to 1).",
            valueName: "part"
        )
    )
    var calibrating: Double?

    @Flag(help: "Goes forward although no verdict says that it may. This is recorded, and later verdicts say so.")
    var withoutVerdict = false

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Rule of the verdict") var rule: RuleOptions

    mutating func validate() throws {
        try options.requireRealModules()
        if sample != nil, plan != .compare, plan != .rollout {
            throw ValidationError("--sample belongs to compare and rollout.")
        }
        if calibrating != nil, plan != .compare { throw ValidationError("--calibrating belongs to compare.") }
        if calibrating.map({ Share(fraction: $0) == nil }) == true {
            throw ValidationError("--calibrating takes 0 to 1.")
        }
        if percent != nil, plan != .rollout { throw ValidationError("A percentage belongs to rollout.") }
        if plan == .rollout, percent == nil { throw ValidationError("rollout takes a percentage: rollout 25") }
        if percent.map({ Share(percent: $0) == nil }) == true { throw ValidationError("rollout takes 0 to 100.") }
        if sample.map({ Share(fraction: $0) == nil }) == true { throw ValidationError("--sample takes 0 to 1.") }
    }

    func run() async throws {
        let next = wanted
        try await options.change(useCase, rule.rule, withoutVerdict: withoutVerdict) { _ in next }
    }

    private var wanted: Plan {
        switch plan {
        case .legacy: .legacy
        case .compare:
            .compare(
                sample: sample.flatMap(Share.init(fraction:)) ?? .all,
                calibrating: calibrating.flatMap(Share.init(fraction:)) ?? .none
            )
        case .rollout:
            .rollout(
                percent.flatMap(Share.init(percent:)) ?? .none,
                comparing: sample.flatMap(Share.init(fraction:)) ?? .none
            )
        case .replacement: .replacement
        }
    }
}

/// `account migration back orders`
struct BackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "back",
        abstract: "Takes a use case one step back: from replacement to rollout, to compare, to legacy."
    )

    @Argument(help: "The use case: orders or addresses.")
    var useCase: Migration.UseCase

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Rule of the verdict") var rule: RuleOptions

    mutating func validate() throws { try options.requireRealModules() }

    func run() async throws {
        try await options.change(useCase, rule.rule, withoutVerdict: false) { $0.oneStepBack }
    }
}

/// `account migration mismatches`
struct MismatchesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mismatches",
        abstract: "Shows where responses differed, newest first, by place and kind of value."
    )

    @Option(help: ArgumentHelp("How many to show.", valueName: "n"))
    var limit = 20

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Evidence") var source: JournalOptions

    mutating func validate() throws {
        try options.requireRealModules()
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit takes a number from 1.") }
    }

    func run() async throws {
        let all = try await source.contents(in: options.stateFolder).entries
            .compactMap(Mismatch.init)
        let shown = all.suffix(limit).reversed()
        try options.show(["mismatches": .list(shown.map(\.json))]) { page in
            page.heading("Mismatches (\(all.count.grouped))")
            if all.isEmpty { page.line("None was recorded.", .faint, indent: 2) }
            for mismatch in shown {
                let date = mismatch.date.formatted(.iso8601)
                page.line("\(date)  \(mismatch.useCase)  \(mismatch.kind)  \(mismatch.path)", indent: 2)
                page.line("control: \(mismatch.control)", .faint, indent: 4)
                page.line("candidate: \(mismatch.candidate)", .faint, indent: 4)
            }
            if all.count > shown.count {
                page.line("and \((all.count - shown.count).grouped) older", .faint, indent: 2)
            }
        }
    }
}

/// `account migration chart FILE`
struct ChartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: "Draws outcomes and latencies over time, with the plan's steps, in SVG."
    )

    @Argument(help: "The file to write; an older one is replaced.")
    var file: String

    @Option(help: "The use case to draw.")
    var useCase = Migration.UseCase.orders

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Evidence") var source: JournalOptions

    mutating func validate() throws { try options.requireRealModules() }

    func run() async throws {
        let contents = try await source.contents(in: options.stateFolder)
        // The table of `account migration` judges by this rule, unless its options say otherwise.
        let verdict = Judging(options, plans: [:], by: Rule(), recording: false)
            .migration.verdict(on: useCase, in: contents.evidence)
        let chart = Chart(of: useCase.rawValue, in: contents.evidence, entries: contents.entries, beside: verdict)
        do {
            // Not by way of another file: what is there may be a pipe or a device, and stays.
            try Data(chart.svg().utf8).write(to: URL(filePath: file))
        } catch {
            throw AccountFailure.file(file, error)
        }
        let json: JSON = [
            "useCase": .string(useCase.rawValue), "file": .string(file), "counts": .counts(chart.totals),
        ]
        try options.show(["chart": json]) { page in
            page.path(chart.totals.isEmpty ? "\(file): nothing was recorded." : "\(file) shows \(useCase.rawValue).")
            if let note = chart.note { page.line(note, .faint) }
        }
    }
}

/// `account migration export DIR`
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Makes a fixture and a regression test of each recorded mismatch.",
        discussion: """
            Only mismatches with a stored specimen can be exported. That is so where the data belong to nobody: \
            with the store inside this process, not with --server.
            """
    )

    @Argument(help: "The folder to write to, made if there is none.")
    var folder: String

    @Option(help: ArgumentHelp("How many at most.", valueName: "n"))
    var limit = 10

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions
    @OptionGroup(title: "Evidence") var source: JournalOptions

    mutating func validate() throws {
        try options.requireRealModules()
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit takes a number from 1.") }
    }

    func run() async throws {
        let entries = try await source.contents(in: options.stateFolder).entries
        let exported = try MismatchExport.write(entries, to: URL(filePath: folder), limit: limit)
        guard !exported.isEmpty else { throw AccountFailure.nothingToExport }
        let json = exported.map { one -> JSON in
            [
                "useCase": .string(one.useCase), "path": .string(one.path), "fixture": .string(one.fixture),
                "test": .string(one.test),
            ]
        }
        try options.show(["exported": .list(json)]) { page in
            for one in exported {
                page.line("\(one.useCase) at \(one.path)")
                for file in [one.test, one.fixture] { page.path(file, .faint, indent: 2) }
            }
        }
    }
}

// MARK: - What the commands share

extension AccountOptions {
    fileprivate var planFile: PlanFile { PlanFile(folder: stateFolder.migration) }

    func plans() throws(AccountFailure) -> [Migration.UseCase: Plan] {
        do throws(VersionedFileError) {
            return try planFile.plans()
        } catch {
            throw .plans(error, at: planFile.url)
        }
    }

    /// Changes a plan and records that. A step that gives callers more of the replacement needs a verdict that is met.
    fileprivate func change(
        _ useCase: Migration.UseCase,
        _ rule: Rule,
        withoutVerdict: Bool,
        _ next: (Plan) -> Plan
    ) async throws(AccountFailure) {
        let plans = try plans()
        let from = plans[useCase] ?? .legacy
        let judging = Judging(self, plans: plans, by: rule, recording: true)
        var verdict: Verdict?
        if next(from).givesMore(than: from), !withoutVerdict {
            let found = judging.migration.verdict(on: useCase, in: try await stateFolder.journalContents().evidence)
            guard found.isMet else {
                await judging.finish()
                throw .notReleased(useCase, from, found)
            }
            verdict = found
        }
        let change: (from: Plan, to: Plan)
        do throws(VersionedFileError) {
            // What the verdict lets through is what was asked for of the plan that was read.
            change = try await planFile.change(useCase) { $0 == from ? next(from) : $0 }
        } catch {
            throw .plans(error, at: planFile.url)
        }
        guard change.from == from else { throw .plansChanged(useCase, change.from) }
        do throws(Refusal) {
            try judging.migration.change(useCase, to: change.to, on: verdict)
        } catch {
            throw .refused(useCase, error)
        }
        await judging.finish()
        let json: JSON = [
            "useCase": .string(useCase.rawValue), "from": .string(change.from.description),
            "to": .string(change.to.description),
        ]
        try show(["change": json]) { page in
            page.line(
                change.from == change.to
                    ? "\(useCase.rawValue): \(change.to), as before"
                    : "\(useCase.rawValue): \(change.to) (was \(change.from))"
            )
        }
    }

    func show(_ migration: JSON, _ write: (inout Page) -> Void) throws(AccountFailure) {
        try AccountFailure.writing(["migration": migration], as: format, write)
    }
}

private struct Mismatch {
    let useCase: String
    let date: Date
    let kind: String
    let path: String
    let control: String
    let candidate: String
    let isExportable: Bool

    var json: JSON {
        [
            "useCase": .string(useCase), "date": .date(date), "kind": .string(kind), "path": .string(path),
            "control": .string(control), "candidate": .string(candidate), "isExportable": .bool(isExportable),
        ]
    }

    /// Nil if nothing differed.
    init?(_ entry: Entry) {
        guard case .compared(let outcome, _, _) = entry.fact else { return nil }
        useCase = entry.operation
        date = entry.date
        isExportable = Fixture(entry) != nil
        switch outcome {
        case .mismatched(let difference):
            kind = difference.kind.rawValue
            path = difference.path
            control = difference.control.description
            candidate = difference.candidate.description
        case .candidateFailed(let error):
            kind = outcome.name
            path = "error"
            control = "answered"
            candidate = error.description
        case .timedOut:
            kind = outcome.name
            path = ""
            control = "answered"
            candidate = "no answer in time"
        case .matched, .matchedFailure, .notComparable, .ignored, .skipped: return nil
        }
    }
}
