import ArgumentParser
import Domain
import Presentation

/// `account deals`
struct DealsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deals",
        abstract: "Shows the store's deals that still stand, in the order in which they end."
    )

    @Flag(help: "Show deals that are over, too.")
    var all = false

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in
            let list = session.composition.dealList(of: session.user, showsAll: all, session.formats)
            await list.load()
            if list.content == nil, let problem = list.problem { throw session.failure(problem) }
            // Who asked for no store needs not be told that there was none; the age says it.
            let problem = options.offline ? nil : list.problem
            let document = AccountDocument(list, problem, of: session.user, session.formats)
            return Session.Showing(document: document) { page in
                page.write(list.title, list.content, problem, session.formats) { page, rows in
                    for (row, id) in zip(rows, Page.aligned(rows.map { [$0.id.rawValue] })) {
                        page.line(id + "  " + row.title, row.ends, row.isCurrent ? .none : .faint, indent: 2)
                        if let subtitle = row.subtitle { page.line(subtitle, .faint, indent: 4) }
                    }
                }
            }
        }
    }
}

/// `account deal`
struct DealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deal",
        abstract: "Shows one deal with its terms, also when it is over."
    )

    @Argument(help: ArgumentHelp("Which deal, as account deals lists it.", valueName: "id"))
    var id: String

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in
            let deal = session.composition.deal(DealID(id), of: session.user, session.formats)
            await deal.load()
            if deal.content == nil, let problem = deal.problem { throw session.failure(problem) }
            let problem = options.offline ? nil : deal.problem
            let document = AccountDocument(deal, problem, of: session.user, session.formats)
            return Session.Showing(document: document) { page in
                guard let row = deal.content else { return }
                page.heading(row.title)
                if let problem { page.line(session.formats.wording(problem), .warning, indent: 2) }
                if let note = deal.freshnessNote { page.line(note, .warning, indent: 2) }
                if let subtitle = row.subtitle { page.line(subtitle, indent: 2) }
                page.line(row.ends, .faint, indent: 2)
                for term in row.terms { page.line(term, indent: 2) }
            }
        }
    }
}
