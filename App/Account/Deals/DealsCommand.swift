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
        try await Session.run(options) { session throws(AccountFailure) in try await session.deals(all: all) }
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
        try await Session.run(options) { session throws(AccountFailure) in try await session.deal(DealID(id)) }
    }
}

extension Session {
    /// The list of deals; with those that are over if `all` is asked for.
    func deals(all: Bool) async throws(AccountFailure) -> Showing {
        let list = composition.dealList(of: try user, showsAll: all, formats)
        try await load(list)
        let problem = isOffline ? nil : list.problem
        return Showing(document: AccountDocument(list, problem, of: try user, formats)) { page in
            page.write(list.title, list.content, problem, formats) { page, rows in
                for (row, id) in zip(rows, Page.aligned(rows.map { [$0.id.rawValue] })) {
                    page.line(id + "  " + row.title, row.ends, row.isCurrent ? .none : .faint, indent: 2)
                    if let subtitle = row.subtitle { page.line(subtitle, .faint, indent: 4) }
                }
            }
        }
    }

    /// One deal.
    func deal(_ id: DealID) async throws(AccountFailure) -> Showing {
        let deal = composition.deal(id, of: try user, formats)
        try await load(deal)
        let problem = isOffline ? nil : deal.problem
        return Showing(document: AccountDocument(deal, problem, of: try user, formats)) { page in
            guard let row = deal.content else { return }
            page.heading(row.title)
            if let problem { page.line(formats.wording(problem), .warning, indent: 2) }
            if let note = deal.freshnessNote { page.line(note, .warning, indent: 2) }
            if let subtitle = row.subtitle { page.line(subtitle, indent: 2) }
            page.line(row.ends, .faint, indent: 2)
            for term in row.terms { page.line(term, indent: 2) }
        }
    }
}
