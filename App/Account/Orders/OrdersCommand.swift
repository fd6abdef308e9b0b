import ArgumentParser
import Domain
import Foundation
import Presentation

/// The command `account orders`.
struct OrdersCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "Shows the list of orders.",
        discussion: """
            On a terminal, a list that is longer than the screen goes through the pager in PAGER, or less. If there is no \
            pager, the first \(Self.limitWithoutPager) orders are shown. A pipe or a file gets all of them.
            """
    )

    /// How many orders a terminal without a pager shows.
    static let limitWithoutPager = 100

    @Option(help: ArgumentHelp("How many orders to show at most.", valueName: "n"))
    var limit: Int?

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    mutating func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit takes 0 or more.") }
        if limit != nil, options.format == .json {
            throw ValidationError("--limit is for people: --format json has all orders.")
        }
    }

    /// The number of orders that are shown without `--limit`: all, except on a terminal without a pager.
    fileprivate static var usualLimit: Int {
        let isLimited =
            Terminal.isTerminal(.standardOutput) && Pager.command(ProcessInfo.processInfo.environment) == nil
        return isLimited ? limitWithoutPager : .max
    }

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing {
        try await session.orders(limit: limit ?? Self.usualLimit)
    }
}

extension Session {
    /// Returns the list of orders, as far as the output is for it.
    func orders() async throws(AccountFailure) -> Showing { try await orders(limit: OrdersCommand.usualLimit) }

    /// Returns the first `limit` orders.
    func orders(limit: Int) async throws(AccountFailure) -> Showing {
        try await show(composition.orderList(of: try user, formats), as: .orders, limit: limit)
    }
}

extension ListView<UserOrder> {
    static var orders: ListView {
        ListView(name: "orders", item: JSON.order) { row in
            let lines = row.lines
            return RowText(
                [row.number, row.date, row.status],
                row.total,
                // The price of a single line is the total.
                details: lines.map { ($0.text, lines.count == 1 ? nil : $0.price) }
            )
        }
    }
}

extension JSON {
    fileprivate static func order(_ order: UserOrder) -> JSON {
        [
            "number": .string(order.number.rawValue),
            "placedAt": .date(order.placedAt),
            "status": .string(order.status.word),
            "lines": .list(order.lines.map(line)),
            "total": .money(order.total),
        ]
    }

    private static func line(_ line: OrderLine) -> JSON {
        [
            "name": .string(line.name.text),
            "service": .string(line.service.word),
            "years": .int(line.years),
            "price": .money(line.price),
        ]
    }
}
