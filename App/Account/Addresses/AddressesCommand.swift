import ArgumentParser
import Presentation

/// `account addresses`
struct AddressesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "addresses", abstract: "Shows the list of addresses.")

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in
            let list = session.composition.addressList(of: session.user, session.formats)
            try await session.load(list)
            return Session.Showing(document: AccountDocument(list, session.formats)) { page in
                page.write(list, session.formats)
            }
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
