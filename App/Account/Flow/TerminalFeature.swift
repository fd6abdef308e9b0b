import Domain
import Foundation
import Presentation

/// A feature, and how its screens look in a terminal.
struct TerminalFeature {
    /// Shows the screen that a link leads to.
    typealias Show =
        @MainActor (Session, FlowController, LinkParameters) async throws(AccountFailure) -> Session.Showing

    let feature: Feature
    let views: [ScreenID: Show]

    init(_ feature: Feature, views: [ScreenID: Show] = [:]) {
        self.feature = feature
        self.views = views
    }
}

// MARK: - All there are

extension Session {
    /// The features of the app, a line each: without its line a feature's links, commands and screens are gone, and nothing
    /// else changes. Before anybody is signed in there is the sign-in alone.
    func features() -> [TerminalFeature] {
        guard let person else { return [.signIn()] }
        return [
            .signIn(),
            .profile(),
            .deals(),
            .settings(),
            .search(),
            .reservations(self, of: person),
        ]
    }
}

extension TerminalFeature {
    fileprivate static func signIn() -> TerminalFeature {
        TerminalFeature(
            Feature(FeatureID("sign-in"), screens: [.signIn]),
            views: [.signIn: { session, _, _ throws(AccountFailure) in try await session.signIn() }]
        )
    }

    fileprivate static func deals() -> TerminalFeature {
        TerminalFeature(
            Feature(
                FeatureID("deals"),
                screens: [
                    Feature.Screen(
                        ScreenID("deals"),
                        Feature.Parameters(optional: ["all"]) { _, value in Bool(value) != nil }
                    ),
                    Feature.Screen(ScreenID("deal"), Feature.Parameters(required: ["id"])),
                ]
            ),
            views: [
                ScreenID("deals"): { session, _, parameters throws(AccountFailure) in
                    try await session.deals(all: parameters["all"] == "true")
                },
                ScreenID("deal"): { session, _, parameters throws(AccountFailure) in
                    try await session.deal(DealID(parameters["id"] ?? ""))
                },
            ]
        )
    }

    /// Without a command: what is pushed to a person is theirs to choose on the screen, not a link's.
    fileprivate static func settings() -> TerminalFeature {
        TerminalFeature(
            Feature(FeatureID("settings"), screens: [Feature.Screen(ScreenID("settings"))]),
            views: [
                ScreenID("settings"): { session, _, _ throws(AccountFailure) in try await session.settings() }
            ]
        )
    }

    fileprivate static func profile() -> TerminalFeature {
        TerminalFeature(
            Feature(
                FeatureID("profile"),
                screens: ["profile", "orders", "addresses"].map { Feature.Screen(ScreenID($0)) }
            ),
            views: [
                ScreenID("profile"): { session, _, _ throws(AccountFailure) in try await session.profile() },
                ScreenID("orders"): { session, _, _ throws(AccountFailure) in try await session.orders() },
                ScreenID("addresses"): { session, _, _ throws(AccountFailure) in try await session.addresses() },
            ]
        )
    }

    fileprivate static func search() -> TerminalFeature {
        TerminalFeature(
            Feature(
                FeatureID("search"),
                screens: [Feature.Screen(ScreenID("search"), Feature.Parameters(required: ["query"]))]
            ),
            views: [
                ScreenID("search"): { session, _, parameters throws(AccountFailure) in
                    try await session.search(parameters["query"] ?? "")
                }
            ]
        )
    }

    @MainActor
    fileprivate static func reservations(_ session: Session, of user: UserID) -> TerminalFeature {
        TerminalFeature(
            Feature(
                .reservations,
                screens: [Feature.Screen(.reservations)],
                commands: Feature.Command.reservations(
                    of: user,
                    use: session.reservationUseCases,
                    formats: session.formats
                )
            ),
            views: [
                .reservations: { session, _, _ throws(AccountFailure) in try await session.reservations() }
            ]
        )
    }
}
