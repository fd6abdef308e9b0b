import ArgumentParser
import Domain
import Foundation
import Presentation

/// The command `account deals`.
struct DealsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "deals",
        abstract: "Shows the store's deals that still stand, in the order in which they end."
    )

    @Flag(help: "Show deals that are over, too.")
    var all = false

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.deals(all: all)
    }
}

/// The command `account deal`.
struct DealCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "deal",
        abstract: "Shows one deal with its terms, also when it is over."
    )

    @Argument(
        help: ArgumentHelp("Which deal, as account deals lists it.", valueName: "id"),
        completion: .storedDeals
    )
    var id: String

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.deal(DealID(id))
    }
}

extension Session {
    /// Returns the list of deals, including past ones if `all` is true.
    func deals(all: Bool) async throws(AccountFailure) -> Showing {
        let list = composition.dealList(of: try user, formats)
        try await load(list)
        return try showing(deals: list, all: all)
    }

    /// Returns the deals of a list that has been loaded.
    func showing(deals list: DealListViewModel, all: Bool) throws(AccountFailure) -> Showing {
        let now = Date()
        return try showing(list, as: .deals(at: now)) { content in all ? content : content.current(at: now) }
    }

    /// Returns one deal.
    func deal(_ id: DealID) async throws(AccountFailure) -> Showing {
        let list = composition.dealList(of: try user, formats)
        await list.load()
        let row = list.content?.deal(id)
        if row == nil, let problem = list.problem(showing: id) { throw failure(problem) }
        let now = Date()
        let problem = isOffline ? nil : list.problem
        let json: JSON = [
            "item": row.map { .deal($0.entity, at: now) } ?? .absent,
            "freshness": .freshness(list.content?.freshness),
            "problem": .problem(problem, formats),
        ]
        return Showing(document: .account(of: try user, ["deal": json])) { page in
            guard let row else { return }
            page.heading(row.title)
            page.warn([problem.map { formats.wording($0) }, list.content?.freshnessNote])
            if let subtitle = row.subtitle { page.line(subtitle, indent: 2) }
            page.line(row.ends(at: now), .faint, indent: 2)
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

extension ListView<Deal> {
    static func deals(at now: Date) -> ListView {
        ListView(name: "deals", item: { .deal($0, at: now) }) { row in
            RowText(
                [row.id.rawValue, row.title],
                row.ends(at: now),
                emphasis: row.isCurrent(at: now) ? .none : .faint,
                details: [row.subtitle].compactMap { $0 }.map { ($0, nil) },
                link: .deal(row.id)
            )
        }
    }
}

extension Link {
    /// The link of the screen that shows a deal; `nil` if no link can have its identifier.
    fileprivate static func deal(_ id: DealID) -> Link? {
        (try? LinkParameters(["id": id.rawValue])).map { Link(.screen(ScreenID("deal")), parameters: $0) }
    }
}

extension JSON {
    static func deal(_ deal: Deal, at now: Date) -> JSON {
        let day: CalendarDay? = if case .day(let day, _)? = deal.end { day } else { nil }
        return [
            "id": .string(deal.id.rawValue),
            "title": .string(deal.title),
            "subtitle": .text(deal.subtitle),
            // The day that the store has named, if any.
            "endsOn": .text(day?.description),
            // The first moment at which the deal is no longer valid.
            "endsAt": .date(deal.end?.over),
            "isCurrent": .bool(deal.isCurrent(at: now)),
            "terms": .string(deal.terms),
        ]
    }
}

@MainActor
extension Composition {
    func dealList(of user: UserID, _ formats: Formats) -> DealListViewModel {
        DealListViewModel(
            observe: users[user].stored.observeDeals,
            refresh: users[user].stored.refreshDeals,
            formats: formats,
            now: { Date() }
        )
    }
}
