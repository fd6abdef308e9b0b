import ArgumentParser
import Presentation

/// `account profile`, or `account` alone
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Shows the profile: name, bonus points and telephone, recent orders, addresses."
    )

    @OptionGroup var options: AccountOptions

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in try await session.profile() }
    }
}

extension Session {
    /// How many orders a profile shows to a person; programs get all.
    private static let recentOrders = 5

    /// The profile.
    func profile() async throws(AccountFailure) -> Showing {
        let profile = composition.profile(of: try user, formats)
        await profile.load()
        if profile.person.content == nil, profile.orders.content == nil, profile.addresses.content == nil,
            let problem = profile.orders.problem ?? profile.addresses.problem ?? profile.person.problem
        {
            throw failure(problem)
        }
        return Showing(document: AccountDocument(profile, formats)) { page in
            page.heading(profile.title)
            page.write(profile.person, formats)
            page.write(profile.orders, limit: Self.recentOrders, formats)
            page.write(profile.addresses, formats)
        }
    }
}

extension Page {
    /// Writes what is known about the person.
    @MainActor
    fileprivate mutating func write(_ person: ProfileViewModel, _ formats: Formats) {
        if let problem = person.problem { line(formats.wording(problem), .warning, indent: 2) }
        guard let content = person.content else { return }
        for note in [content.freshnessNote, content.unreadableNote].compactMap({ $0 }) {
            line(note, .warning, indent: 2)
        }
        line(content.name, content.bonus, indent: 2)
        line(content.phone, .faint, indent: 2)
    }
}
