import ArgumentParser
import Presentation

/// `account orders`
struct OrdersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "orders", abstract: "Shows the list of orders.")

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in try await session.orders() }
    }
}

extension Session {
    /// The list of orders.
    func orders() async throws(AccountFailure) -> Showing {
        let list = composition.orderList(of: try user, formats)
        try await load(list)
        return Showing(document: AccountDocument(list, of: try user, formats)) { page in
            page.write(list, formats)
        }
    }
}

extension Page {
    /// Writes the list with its heading; the first `limit` orders where there are more.
    @MainActor
    mutating func write(_ list: UserOrderListViewModel, limit: Int = .max, _ formats: Formats) {
        write(list.title, list.content, list.problem, formats) { page, rows in
            let shown = rows.prefix(limit)
            // Texts are made when asked for; asked once here for the widths and the lines.
            let heads = Page.aligned(shown.map { [$0.number, $0.date, $0.status] })
            for (row, head) in zip(shown, heads) {
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
            if rows.count > limit {
                page.line("and \(rows.count - limit) more: account orders", .faint, indent: 2)
            }
        }
    }
}
