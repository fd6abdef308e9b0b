import ArgumentParser
import Domain
import Presentation

/// The command `account orders`.
struct OrdersCommand: ScreenCommand {
    static let configuration = CommandConfiguration(commandName: "orders", abstract: "Shows the list of orders.")

    @OptionGroup var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing { try await session.orders() }
}

extension Session {
    /// Returns the list of orders.
    func orders() async throws(AccountFailure) -> Showing {
        try await show(composition.orderList(of: try user, formats), as: .orders)
    }
}

extension ListView<UserOrder> {
    static var orders: ListView {
        ListView(name: "orders", item: JSON.order) { page, rows in
            let heads = Page.aligned(rows.map { [$0.number, $0.date, $0.status] })
            for (row, head) in zip(rows, heads) {
                page.line(head, row.total, indent: 2)
                let lines = row.lines
                for line in lines {
                    if lines.count == 1 {
                        page.line(line.text, .faint, indent: 4)
                    } else {
                        page.line(line.text, line.price, .faint, indent: 4)
                    }
                }
            }
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
