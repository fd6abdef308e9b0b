import ArgumentParser
import Domain
import Presentation

/// A part of the app as a terminal has it: its commands on the command line, its screens, and what links can have done.
struct TerminalFeature: Sendable {
    let id: FeatureID
    /// On the command line.
    let subcommands: [any ParsableCommand.Type]
    let screens: [TerminalScreen]
    /// What links can have done, for whoever is signed in.
    let commands: @MainActor @Sendable (Session) -> [Feature.Command]

    init(
        _ id: FeatureID,
        subcommands: [any ParsableCommand.Type] = [],
        screens: [TerminalScreen],
        commands: @escaping @MainActor @Sendable (Session) -> [Feature.Command] = { _ in [] }
    ) {
        self.id = id
        self.subcommands = subcommands
        self.screens = screens
        self.commands = commands
    }

    /// The feature as the flow controller knows it.
    @MainActor
    func feature(in session: Session) -> Feature {
        Feature(id, screens: screens.map(\.screen), commands: commands(session))
    }
}

/// A screen that a link can lead to, and how it looks in a terminal.
struct TerminalScreen: Sendable {
    /// Shows the screen of a link with these parameters.
    typealias Show = @MainActor @Sendable (Session, LinkParameters) async throws(AccountFailure) -> Session.Showing

    let screen: Feature.Screen
    let show: Show

    init(_ screen: Feature.Screen, show: @escaping Show) {
        self.screen = screen
        self.show = show
    }

    /// A screen whose links have no parameters.
    init(
        _ id: ScreenID,
        show: @escaping @MainActor @Sendable (Session) -> () async throws(AccountFailure) -> Session.Showing
    ) {
        self.init(Feature.Screen(id)) { session, _ throws(AccountFailure) in try await show(session)() }
    }
}

// MARK: - All there are

extension TerminalFeature {
    /// Signing in; all there is before anybody is signed in.
    static let signIn = TerminalFeature(
        FeatureID("sign-in"),
        subcommands: [SignInCommand.self, SignOutCommand.self],
        screens: [
            TerminalScreen(Feature.Screen.signIn) { session, _ throws(AccountFailure) in try await session.signIn() }
        ]
    )

    /// The features of the app. Without its entry a feature's links, commands and screens are gone, and nothing else
    /// changes. Settings have no commands for links: what is pushed to a person is theirs to choose on the screen.
    static let all = [
        TerminalFeature(
            FeatureID("profile"),
            subcommands: [ProfileCommand.self, OrdersCommand.self, AddressesCommand.self],
            screens: [
                TerminalScreen(ScreenID("profile"), show: Session.profile),
                TerminalScreen(ScreenID("orders"), show: Session.orders),
                TerminalScreen(ScreenID("addresses"), show: Session.addresses),
            ]
        ),
        TerminalFeature(
            FeatureID("deals"),
            subcommands: [DealsCommand.self, DealCommand.self],
            screens: [.deals, .deal]
        ),
        TerminalFeature(
            FeatureID("settings"),
            subcommands: [SettingsCommand.self, SyncCommand.self],
            screens: [TerminalScreen(ScreenID("settings"), show: Session.settings)]
        ),
        signIn,
        TerminalFeature(FeatureID("search"), subcommands: [SearchCommand.self], screens: [.search]),
        TerminalFeature(
            .reservations,
            subcommands: [ReservationsCommand.self, ReserveCommand.self, CancelCommand.self],
            screens: [TerminalScreen(.reservations, show: Session.reservations)],
            commands: { $0.reservationCommands() }
        ),
    ]
}
