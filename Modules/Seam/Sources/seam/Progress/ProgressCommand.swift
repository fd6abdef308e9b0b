import ArgumentParser
import Foundation
import SeamCheck
import SeamCut
import SeamKit
import SeamProgress

/// `seam progress`: how far a migration is, over its git history.
struct ProgressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progress",
        abstract: "Shows the uses of singletons over the git history: what remains, what came and went.",
        usage: "seam progress [PATH] [--since REV|DATE] [--singleton NAME] [--format FORMAT]",
        discussion: """
            Reads commits, not the work tree, and writes nothing to either. A commit that was read once is not read \
            again.
            """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case csv
        case openmetrics
        case markdown
        case svg
        case html
    }

    @Argument(help: "Folder in a git repository, or a bare repository.")
    var path = "."

    @Option(help: ArgumentHelp("Begin at this commit, branch, tag or day (2026-01-31).", valueName: "rev|date"))
    var since: String?

    @Option(help: "Only this singleton, under its current name. May be given again.", completion: .singletons)
    var singleton: [String] = []

    @Option(help: "commit, day, week or month: what the last commit of is read.", completion: .list(intervals))
    var every = Sampling.Interval.week.rawValue

    @Option(help: "Commits that are read at most.")
    var samples = Sampling().limit

    @Option(name: [.short, .long], help: "text, json, csv, openmetrics, markdown, svg or html.")
    var format = Format.text

    @Option(name: [.short, .long], help: "File to write; standard output without.", completion: .file())
    var output: String?

    @Flag(help: "Let --output replace a file that is no report of seam.")
    var force = false

    @Flag(help: "End with exit code 1 if a use is new since the first commit that was read.")
    var failOnNew = false

    @Flag(help: "Count the frameworks' singletons too.")
    var frameworks = false

    @Option(
        help: ArgumentHelp(
            "Only these parts, with commas between them, as text or JSON: \(HistoryText.parts.joined(separator: ", ")).",
            valueName: "parts"
        )
    )
    var only: String?

    @Option(
        help: ArgumentHelp(
            "Record that a build and its tests passed at this commit, as a note of the repository, and do nothing else.",
            valueName: "commit"
        )
    )
    var verified: String?

    @Option(
        help: ArgumentHelp(
            "Show where hand-overs stand: what `account migration --format json` prints. May be given again.",
            valueName: "file"
        ),
        completion: .file()
    )
    var handover: [String] = []

    @Option(help: "Entries of each list at most.")
    var limit: Int?

    @Option(help: "Columns of the text.")
    var width: Int?

    @Option(help: "Files that are read at the same time.")
    var jobs: Int?

    @OptionGroup var results: CacheOptions

    private var parts: [String]? {
        only.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    private static let intervals = Sampling.Interval.allCases.map(\.rawValue)

    func validate() throws {
        if Sampling.Interval(rawValue: every) == nil {
            throw ValidationError("--every is \(Self.intervals.joined(separator: ", ")), not \(every).")
        }
        if samples < 2 { throw ValidationError("--samples is 2 or more, not \(samples).") }
        if let limit, limit < 1 { throw ValidationError("--limit is 1 or more, not \(limit).") }
        if let width, width < 40 { throw ValidationError("--width is 40 or more, not \(width).") }
        if let unknown = parts?.first(where: { !HistoryText.parts.contains($0) }) {
            let hint = Suggestion.text(for: unknown, among: HistoryText.parts)
            throw ValidationError(
                "--only has no part \(unknown)\(hint); it has \(HistoryText.parts.joined(separator: ", "))."
            )
        }
        if parts?.isEmpty == true {
            throw ValidationError("--only names no part; it has \(HistoryText.parts.joined(separator: ", ")).")
        }
        if only != nil, format != .text, format != .json { throw ValidationError("--only is for text and JSON.") }
        if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs is 1 to 64, not \(jobs).") }
    }

    func run() throws {
        if let verified { return try record(verified) }
        var history = try limited(try history())
        do throws(HistoryFailure) {
            for file in handover { history.handovers += try Handover.all(in: file) }
        } catch {
            throw ToolFailure(error)
        }
        try Output.write(text(of: history), to: output, replacesAny: force)
        if format != .text { for note in history.notes { Terminal.error("seam: \(note)") } }
        if failOnNew, !history.added(after: 0).isEmpty { throw ExitCode(ToolExit.violations.rawValue) }
        if history.last.missing + history.last.unread > 0 { throw ExitCode(ToolExit.unreadable.rawValue) }
    }

    private func record(_ name: String) throws(ToolFailure) {
        let commit: String
        do throws(HistoryFailure) {
            commit = try VerifiedTrees(at: TreeOptions.folder(at: path)).add(commit: name)
        } catch {
            throw ToolFailure(error)
        }
        let reference = VerifiedTrees.reference
        let text = "recorded that a build and its tests passed at \(commit); `git push origin \(reference)` shares it\n"
        try Output.write(text, done: "the note was written")
    }

    /// Reads the history.
    func history() throws(ToolFailure) -> UseHistory {
        var options = HistoryRun.Options(cache: results.cache)
        options.since = since
        options.sampling = Sampling(interval: Sampling.Interval(rawValue: every) ?? .week, limit: samples)
        options.frameworks = frameworks
        if let jobs { options.workers = jobs }
        // Each JSON document has the next command.
        if format == .json || [.text, .html].contains(format) && parts?.contains("next") ?? true {
            options.next = next
        }
        let line = ProgressLine(unit: "commits")
        defer { line.clear() }
        do throws(HistoryFailure) {
            let run = try HistoryRun(path: TreeOptions.folder(at: path), options: options)
            return try run.run { line.report($0, of: $1) }
        } catch {
            throw ToolFailure(error)
        }
    }

    /// Finds the best step, in a copy of the newest commit; named for the folder that a person gave.
    private var next: @Sendable (String, AnalysedTree, Configuration, Analysis.Options) -> [String] {
        { [path] root, tree, configuration, analysis in
            let roots = Roots(configuration.roots.map(\.text))
            let shown = TreeOptions.folder(at: path)
            let step = NextStep.find(in: tree, root: root, shownAs: shown, roots: roots, analysis: analysis)
            return step.map { [$0.line] } ?? []
        }
    }

    private func limited(_ history: UseHistory) throws(ToolFailure) -> UseHistory {
        guard !singleton.isEmpty else { return history }
        var ids: Set<String> = []
        for name in singleton {
            let found = history.singletons(called: name)
            guard !found.isEmpty else {
                let hint = Suggestion.text(for: name, among: history.singletons.map(\.name))
                let message = "no singleton of this history is called `\(name)`\(hint)"
                throw ToolFailure(message: message, exitCode: .notFound)
            }
            ids.formUnion(found.map(\.id))
        }
        return history.limited(to: ids)
    }

    private func text(of history: UseHistory) throws(ToolFailure) -> String {
        return switch format {
        case .text: HistoryText(width: width ?? Terminal.width, limit: limit ?? 5).text(of: history, only: parts)
        case .json: try json(of: history)
        case .csv: HistoryTables.csv(of: history)
        case .openmetrics: HistoryTables.openMetrics(of: history)
        case .markdown: HistoryMarkdown(limit: limit ?? 10).text(of: history)
        case .svg: BurnDown.svg(of: history)
        case .html:
            HistoryHTML.text(of: history, title: URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent)
        }
    }
    private func json(of history: UseHistory) throws(ToolFailure) -> String {
        let text = HistoryJSON.text(of: history, limit: limit)
        guard let parts else { return text }
        var document = DocumentOptions()
        document.only = parts.flatMap { part in
            // There is either of the two.
            part == "forecast" && text.contains("\n  \"noForecast\" :") ? ["noForecast"] : [part]
        }.joined(separator: ",")
        return try document.text(text)
    }
}

extension HistoryRun.Options {
    /// Creates options that read every ledger whole, so that commands share what they store.
    init(cache: ResultCache?) {
        self.init()
        self.cache = cache
        workers = ProcessInfo.processInfo.activeProcessorCount
        wiring = { root, tree, configuration, analysis in
            let roots = Roots(configuration.roots.map(\.text))
            let planner = CutPlanner(tree, root: root, analysis: analysis)
            return HistoryRun.Wiring(
                calls: { planner.calls(roots: roots, of: $0).map(DefaultedCall.init) },
                passing: { planner.passed(byRoots: roots, of: $0) }
            )
        }
    }
}

extension ToolFailure {
    init(_ failure: HistoryFailure) {
        self.init(message: failure.message, exitCode: failure.isUnreadable ? .unreadable : .usage)
    }
}
