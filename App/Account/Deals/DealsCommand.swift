import ArgumentParser
import Domain
import Presentation

/// `account deals`
struct DealsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "deals",
        abstract: "Shows the store's deals that still stand, in the order in which they end."
    )

    @Flag(help: "Show deals that are over, too.")
    var all = false

    @OptionGroup var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.deals(all: all)
    }
}

/// `account deal`
struct DealCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "deal",
        abstract: "Shows one deal with its terms, also when it is over."
    )

    @Argument(help: ArgumentHelp("Which deal, as account deals lists it.", valueName: "id"))
    var id: String

    @OptionGroup var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.deal(DealID(id))
    }
}

extension Session {
    /// The list of deals; with past ones if `all` is true.
    func deals(all: Bool) async throws(AccountFailure) -> Showing {
        try await show(composition.dealList(of: try user, showsAll: all, formats), as: .deals)
    }

    /// One deal.
    func deal(_ id: DealID) async throws(AccountFailure) -> Showing {
        let deal = composition.deal(id, of: try user, formats)
        try await load(deal)
        let problem = isOffline ? nil : deal.problem
        let json: JSON = [
            "item": deal.content.map(JSON.deal) ?? .absent,
            "freshness": .freshness(deal.freshness),
            "problem": .problem(problem, formats),
        ]
        return Showing(document: AccountDocument(of: try user, ["deal": json])) { page in
            guard let row = deal.content else { return }
            page.heading(row.title)
            page.warn([problem.map { formats.wording($0) }, deal.freshnessNote])
            if let subtitle = row.subtitle { page.line(subtitle, indent: 2) }
            page.line(row.ends, .faint, indent: 2)
            for term in row.terms { page.line(term, indent: 2) }
        }
    }
}

extension TerminalScreen {
    static let deals = TerminalScreen(
        Feature.Screen(ScreenID("deals"), Feature.Parameters(optional: ["all"]) { _, value in Bool(value) != nil })
    ) { session, parameters throws(AccountFailure) in
        try await session.deals(all: parameters["all"] == "true")
    }

    static let deal = TerminalScreen(
        Feature.Screen(ScreenID("deal"), Feature.Parameters(required: ["id"]))
    ) { session, parameters throws(AccountFailure) in
        try await session.deal(DealID(parameters["id"] ?? ""))
    }
}

extension ListView<DealRow> {
    static var deals: ListView {
        ListView(name: "deals", item: JSON.deal) { page, rows in
            for (row, id) in zip(rows, Page.aligned(rows.map { [$0.id.rawValue] })) {
                page.line(id + "  " + row.title, row.ends, row.isCurrent ? .none : .faint, indent: 2)
                if let subtitle = row.subtitle { page.line(subtitle, .faint, indent: 4) }
            }
        }
    }
}

extension JSON {
    fileprivate static func deal(_ row: DealRow) -> JSON {
        let day: CalendarDay? = if case .day(let day, _)? = row.deal.end { day } else { nil }
        return [
            "id": .string(row.deal.id.rawValue),
            "title": .string(row.deal.title),
            "subtitle": .text(row.deal.subtitle),
            // The day that the store has named, if it has named one.
            "endsOn": .text(day?.description),
            // The first moment at which it no longer stands.
            "endsAt": .date(row.deal.end?.over),
            "isCurrent": .bool(row.isCurrent),
            "terms": .string(row.deal.terms),
        ]
    }
}
