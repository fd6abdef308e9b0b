import ArgumentParser
import Presentation

/// `account addresses`
struct AddressesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "addresses", abstract: "Shows the list of addresses.")

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in try await session.addresses() }
    }
}

extension Session {
    /// The list of addresses.
    func addresses() async throws(AccountFailure) -> Showing {
        let list = composition.addressList(of: try user, formats)
        try await load(list)
        return Showing(document: AccountDocument(list, of: try user, formats)) { page in
            page.write(list, formats)
        }
    }
}

extension Page {
    /// Writes the list with its heading.
    @MainActor
    mutating func write(_ list: UserAddressListViewModel, _ formats: Formats) {
        write(list.title, list.content, list.problem, formats) { page, rows in
            for row in rows {
                page.line(row.label + (row.defaultNote.map { " (\($0))" } ?? ""), indent: 2)
                for line in [row.recipient] + row.lines { page.line(line, .faint, indent: 4) }
            }
        }
    }
}
