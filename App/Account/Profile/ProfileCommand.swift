import ArgumentParser
import Presentation

/// `account profile`, or `account` alone
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Shows the profile: header, recent orders, addresses."
    )

    @OptionGroup var options: AccountOptions

    /// How many orders a profile shows to a person; programs get all.
    private static let recentOrders = 5

    func run() async throws {
        try await Session.run(options) { session throws(AccountFailure) in
            let profile = session.composition.profile(of: session.user, session.formats)
            await profile.load()
            if profile.orders.content == nil, profile.addresses.content == nil,
                let problem = profile.orders.problem ?? profile.addresses.problem
            {
                throw session.failure(problem)
            }
            return Session.Showing(document: AccountDocument(profile, session.formats)) { page in
                page.heading(profile.title)
                page.write(profile.orders, limit: Self.recentOrders, session.formats)
                page.write(profile.addresses, session.formats)
            }
        }
    }
}
