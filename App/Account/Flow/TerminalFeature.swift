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
    /// else changes.
    func features() -> [TerminalFeature] {
        [
            .profile(),
            .search(),
            .reservations(self),
        ]
    }
}

extension TerminalFeature {
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

    fileprivate static func reservations(_ session: Session) -> TerminalFeature {
        let reservations = session.composition.flow.reservations
        return TerminalFeature(
            .reservations(
                of: session.user,
                reserve: reservations,
                cancel: reservations,
                fetch: reservations,
                formats: session.formats,
                makeKey: {
                    var generator = SystemRandomNumberGenerator()
                    return IdempotencyKey(using: &generator)
                }
            ),
            views: [
                .reservations: { session, flow, _ throws(AccountFailure) in try await session.reservations(flow) }
            ]
        )
    }
}
