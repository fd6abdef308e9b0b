import ArgumentParser
import Presentation

/// `account profile`, or `account` alone
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Shows the profile: header, recent orders, addresses."
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
        let profile = composition.profile(of: user, formats)
        await profile.load()
        if profile.orders.content == nil, profile.addresses.content == nil,
            let problem = profile.orders.problem ?? profile.addresses.problem
        {
            throw failure(problem)
        }
        return Showing(document: AccountDocument(profile, formats)) { page in
            page.heading(profile.title)
            page.write(profile.orders, limit: Self.recentOrders, formats)
            page.write(profile.addresses, formats)
        }
    }
}
