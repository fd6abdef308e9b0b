import ArgumentParser
import Domain
import Foundation
import Presentation

/// The command `account profile`, which is also the default command.
struct ProfileCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Shows the profile: name, bonus points and telephone, recent orders, addresses."
    )

    @OptionGroup(title: AccountOptions.title) var options: AccountOptions

    func show(in session: Session) async throws(AccountFailure) -> Session.Showing { try await session.profile() }
}

extension Session {
    /// The number of orders in a profile for people; programs get all.
    private static let recentOrders = 5

    /// Returns the profile.
    func profile() async throws(AccountFailure) -> Showing {
        let profile = composition.profile(of: try user, formats)
        let (person, orders, addresses) = (profile.person, profile.orders, profile.addresses)
        await profile.load()
        if person.content == nil, orders.content == nil, addresses.content == nil,
            let problem = orders.problem ?? addresses.problem ?? person.problem
        {
            throw failure(problem)
        }
        let parts = [
            "profile": JSON.profile(person, formats),
            "orders": ListView.orders.json(orders.content, orders.problem, formats),
            "addresses": ListView.addresses.json(addresses.content, addresses.problem, formats),
        ]
        return Showing(document: .account(of: profile.user, parts)) { page in
            page.heading(profile.title)
            page.write(person, formats)
            page.write(orders.title, orders.content, orders.problem, formats, limit: Self.recentOrders, as: .orders)
            page.write(addresses.title, addresses.content, addresses.problem, formats, as: .addresses)
        }
    }
}

extension Page {
    /// Writes what is known about the user.
    @MainActor
    fileprivate mutating func write(_ person: ProfileViewModel, _ formats: Formats) {
        let content = person.content
        warn([person.problem.map { formats.wording($0) }, content?.freshnessNote, content?.unreadableNote])
        guard let content else { return }
        line(content.name, content.bonus, indent: 2)
        line(content.phone, .faint, indent: 2)
    }
}

extension JSON {
    @MainActor
    fileprivate static func profile(_ person: ProfileViewModel, _ formats: Formats) -> JSON {
        let profile = person.snapshot?.value
        return [
            "name": .text(profile?.name),
            "phone": .text(profile?.phone),
            "bonusPoints": .count(profile?.bonusPoints),
            "freshness": .freshness(person.snapshot?.freshness),
            "unreadable": .places(person.snapshot?.unreadable),
            "problem": .problem(person.problem, formats),
        ]
    }
}

@MainActor
extension Composition {
    func profile(of user: UserID, _ formats: Formats) -> UserProfileViewModel {
        UserProfileViewModel(
            user: user,
            fetchProfile: users[user].stored.fetchProfile,
            fetchOrders: users[user].lists.orders,
            fetchAddresses: users[user].lists.addresses,
            formats: formats,
            now: { Date() }
        )
    }
}
