import ArgumentParser
import Foundation
import Presentation
import Strangler
import StranglerJournal

extension Migration.UseCase: ExpressibleByArgument {}

/// The rule that a team sets.
struct RuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("For which part of the subjects responses may differ (0 to 1).", valueName: "part"))
    var maxRate = 0.001

    @Option(help: ArgumentHelp("How sure that has to be (0 to 1).", valueName: "part"))
    var confidence = 0.95

    @Option(help: ArgumentHelp("How many runs there have to be at least.", valueName: "n"))
    var runs = 3_000

    @Option(help: ArgumentHelp("How far back runs count.", valueName: "days"))
    var days = 7

    @Option(
        help: ArgumentHelp(
            "How many looks at the verdict were planned (default: any number, at any time).",
            valueName: "n"
        )
    )
    var looks: Int?

    @Option(
        help: ArgumentHelp("Which part of the chosen calls may stay uncompared (0 to 1).", valueName: "part")
    )
    var maxUnseen = 0.01

    @Option(help: ArgumentHelp("On how many different days there have to be runs.", valueName: "n"))
    var spanDays = Rule.Span.week.days

    @Option(help: ArgumentHelp("In how many hours of the day there have to be runs.", valueName: "n"))
    var spanHours = Rule.Span.week.hours

    mutating func validate() throws {
        do throws(Rule.Invalid) {
            rule = try made(days)
        } catch {
            throw ValidationError("This is no rule: \(error).")
        }
    }

    /// The rule that `validate` made.
    private(set) var rule = Rule()

    private enum CodingKeys: CodingKey {
        case maxRate, confidence, runs, days, looks, maxUnseen, spanDays, spanHours
    }

    private func made(_ days: Int) throws(Rule.Invalid) -> Rule {
        guard (1...36_500).contains(days) else { throw Rule.Invalid("the period has to be 1 to 36,500 days") }
        return try Rule(
            maximumRate: maxRate,
            confidence: confidence,
            minimumRuns: runs,
            period: .seconds(days * 24 * 60 * 60),
            looks: looks.map { .planned($0) } ?? .anytime,
            maximumUnseenShare: maxUnseen,
            span: Rule.Span(days: min(spanDays, days), hours: spanHours)
        )
    }
}

/// Which journal is read.
struct JournalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Another journal than that of the state folder.", valueName: "file"))
    var journal: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files of other machines to join with the journal, as \"account migration evidence\" writes them.",
            valueName: "file"
        )
    )
    var evidence: [String] = []

    /// Returns the evidence in the journal and in the files of other machines; empty evidence if there is none yet.
    func contents(in folder: StateFolder) async throws(AccountFailure) -> JournalContents {
        var all = try await journalContents(in: folder)
        for file in evidence { all.join(try Self.contents(ofLines: file)) }
        return all
    }

    private func journalContents(in folder: StateFolder) async throws(AccountFailure) -> JournalContents {
        guard let journal else { return try await folder.journalContents() }
        guard FileManager.default.fileExists(atPath: journal) else { throw .journal("there is no file \(journal)") }
        return try await StateFolder.contents(ofJournal: URL(filePath: journal))
    }

    private static func contents(ofLines file: String) throws(AccountFailure) -> JournalContents {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .journal("there is no file \(file)")
        }
        do throws(EvidenceLines.Unreadable) {
            let lines = try EvidenceLines.contents(of: data)
            return JournalContents(entries: lines.entries, evidence: lines.evidence)
        } catch {
            throw .journal("\(file): \(error)")
        }
    }
}

extension StateFolder {
    /// Returns the evidence in the program's own journal; empty evidence if there is no journal yet.
    func journalContents() async throws(AccountFailure) -> JournalContents {
        let url = LateJournal.url(in: migration)
        guard FileManager.default.fileExists(atPath: url.path) else { return JournalContents() }
        return try await Self.contents(ofJournal: url)
    }

    fileprivate static func contents(ofJournal url: URL) async throws(AccountFailure) -> JournalContents {
        let progress = Progress(text: "Reading the journal ...")
        do throws(SQLiteJournalError) {
            let journal = try SQLiteJournal(at: url)
            let contents = JournalContents(
                entries: try await journal.entries(),
                evidence: try await journal.evidence()
            )
            await progress.end()
            return contents
        } catch {
            await progress.end()
            throw .journal(error.words)
        }
    }
}

extension AccountFailure {
    static func journal(_ reason: String) -> AccountFailure {
        AccountFailure(
            key: "migration.journal",
            text: "The journal of the hand-overs can't be read: \(reason). Nothing was changed."
        )
    }

    static func plans(_ failure: VersionedFileError, at url: URL) -> AccountFailure {
        let next =
            switch failure {
            case .unreadable: "Every use case is on plan legacy. Delete \(url.path) to begin anew."
            case .newer: "Every use case is on plan legacy here. Use the newer version."
            case .busy, .system: "Nothing was changed. Try again."
            }
        return AccountFailure(
            key: "migration.plans",
            text: "The plans of the hand-overs can't be read or stored: \(failure). \(next)",
            recovery: .retry
        )
    }

    static func file(_ path: String, _ error: any Error) -> AccountFailure {
        AccountFailure(
            key: "migration.file",
            text: "\(path) could not be written (\(error.localizedDescription)). The journal is unchanged.",
            recovery: .retry
        )
    }
}

extension AccountOptions {
    /// Mocks are handed over to nobody.
    func requireRealModules() throws {
        if modules == .mock { throw ValidationError("Mocks are not handed over: leave --modules mock out.") }
    }
}
