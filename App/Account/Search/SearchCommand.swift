import ArgumentParser
import DataSupport
import Domain
import Foundation
import Presentation

/// The command `account search`.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Searches a public database of registered names.",
        discussion: """
            With QUERY it prints what was found. Without it, on a terminal, it searches as you type: Up and Down (or \
            Ctrl-P and Ctrl-N) choose a name, Enter prints it and leaves, Esc leaves with exit code 130. Enter before the \
            result is there takes the first name when it arrives. The screen is drawn on standard error if standard output \
            is captured, so name=$(account search) works.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "What the names contain (at most \(NameQuery.maximumLength) characters).",
            valueName: "query"
        )
    )
    var query: String?

    @Option(help: ArgumentHelp("How many names to print at most, with QUERY.", valueName: "n"))
    var limit: Int?

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    mutating func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit takes 0 or more.") }
        if options.offline { throw ValidationError("--offline keeps no names to search.") }
        if options.user != nil { throw ValidationError("--user makes no difference to a search.") }
        if let query {
            guard NameQuery(query) == nil else { return }
            let text =
                query.unicodeScalars.count > NameQuery.maximumLength
                ? "QUERY is too long; it takes \(NameQuery.maximumLength) characters at most."
                : "Please, search something: QUERY is blank."
            throw ValidationError(text)
        }
        if limit != nil || options.format == .json {
            throw ValidationError("--limit and --format json need a QUERY.")
        }
        if LiveTerminal.output == nil {
            throw ValidationError("Without a QUERY the search needs a terminal to show itself on.")
        }
    }

    func run() async throws {
        if let query {
            try await print(query)
        } else {
            try await searchLive()
        }
    }

    private func print(_ query: String) async throws(AccountFailure) {
        try await Session.runWithoutUser(options) { session throws(AccountFailure) in
            try await session.search(query, limit: limit ?? .max)
        }
    }

    private func searchLive() async throws {
        let ending = try await Session.composed(options) { composition throws(AccountFailure) in
            guard let terminal = LiveTerminal() else { throw AccountFailure.noTerminal }
            let (search, indicator) = composition.nameSearch(options.formats)
            var live = LiveSearch(search, indicator, on: terminal)
            return await live.run()
        }
        switch ending {
        case .left:
            throw ExitCode(130)
        case .closed:
            throw AccountFailure.noTerminal
        case .took(let row):
            do throws(SystemError) {
                try Output.write(Page.printable(row.registeredName) + "\n")
            } catch {
                throw AccountFailure.output(error, andIsOver: true)
            }
        case .signal(let number):
            // The program ends as if it had not handled the signal, so that the shell sees the reason.
            Signals.letHappen(number)
            // Reached only if the signal does not end a program.
            Foundation.exit(128 + number)
        }
    }
}

extension Session {
    /// Returns what was found, with the first `limit` names.
    func search(_ query: String, limit: Int = .max) async throws(AccountFailure) -> Showing {
        let (search, _) = composition.nameSearch(formats)
        search.query = query
        await search.search()
        if let problem = search.problem { throw failure(problem) }
        return showing(search, limit: limit)
    }

    /// Returns the first `limit` names of a search that has found something.
    func showing(_ search: NameSearchViewModel, limit: Int = .max) -> Showing {
        Showing(document: ["names": .names(search, limit: limit)]) { page in
            page.write(search.title, search.results, nil, formats, limit: limit, as: .names(search.summary))
        }
    }
}

extension TerminalScreen {
    static let search = TerminalScreen(
        Feature.Screen(ScreenID("search"), Feature.Parameters(required: ["query"]))
    ) { session, parameters throws(AccountFailure) in
        try await session.search(parameters["query"] ?? "")
    }
}

extension ListView<NameMatch> {
    /// Returns the list of names below the summary of a search.
    static func names(_ summary: String?) -> ListView {
        ListView(name: "search", item: JSON.name, summary: summary, usualWidth: 40, hasCommand: false) { row in
            RowText(row.cells)
        }
    }
}

extension JSON {
    /// Returns the matches; absent before a result. `total` is the number of all matches.
    @MainActor
    fileprivate static func names(_ search: NameSearchViewModel, limit: Int) -> JSON {
        guard let results = search.results, let total = search.total, let duration = search.duration else {
            return .absent
        }
        return [
            "query": .string(search.query),
            "total": .int(total),
            "durationMilliseconds": .int(Int(duration / .milliseconds(1))),
            "items": .list(results.snapshot.value.prefix(limit).map(JSON.name)),
            "freshness": .freshness(results.freshness),
            "unreadable": .places(results.unreadable),
        ]
    }

    fileprivate static func name(_ match: NameMatch) -> JSON {
        [
            // The name as registries store it, in ASCII.
            "name": .string(match.name.text),
            // The name as a person reads it.
            "unicode": .string(match.name.unicode),
            "nameServers": .texts(match.nameServers),
            "country": .text(match.country?.code),
            "createdAt": .instant(match.createdAt),
            "updatedAt": .instant(match.updatedAt),
            "expiresAt": .instant(match.expiresAt),
            "isDead": .flag(match.isDead),
        ]
    }
}

@MainActor
extension Composition {
    /// Returns the search, and its activity indicator.
    func nameSearch(_ formats: Formats) -> (NameSearchViewModel, ActivityIndicator) {
        let indicator = ActivityIndicator(isEnabled: true)
        let search = NameSearchViewModel(
            searchNames: searchNames,
            indicator: indicator,
            formats: formats,
            clock: ContinuousClock()
        )
        return (search, indicator)
    }
}
