import ArgumentParser
import Domain
import Presentation

/// A part of the app in a terminal: its commands on the command line, its screens, and the commands of its links.
struct TerminalFeature: Sendable {
    let id: FeatureID
    /// The commands on the command line.
    let subcommands: [any ParsableCommand.Type]
    let screens: [TerminalScreen]
    /// Returns the commands of its links, for the signed-in user.
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

    /// Returns the feature in the form that the flow controller needs.
    @MainActor
    func feature(in session: Session) -> Feature {
        Feature(id, screens: screens.map(\.screen), commands: commands(session))
    }
}

/// A screen that a link can open, and its appearance in a terminal.
struct TerminalScreen: Sendable {
    /// Shows the screen of a link with these parameters.
    typealias Show = @MainActor @Sendable (Session, LinkParameters) async throws(AccountFailure) -> Session.Showing

    let screen: Feature.Screen
    let show: Show

    init(_ screen: Feature.Screen, show: @escaping Show) {
        self.screen = screen
        self.show = show
    }

    /// Creates a screen whose links have no parameters.
    init(
        _ id: ScreenID,
        show: @escaping @MainActor @Sendable (Session) -> () async throws(AccountFailure) -> Session.Showing
    ) {
        self.init(Feature.Screen(id)) { session, _ throws(AccountFailure) in try await show(session)() }
    }
}

// MARK: - All features

extension TerminalFeature {
    /// The sign-in, which is the only feature before anybody is signed in.
    static let signIn = TerminalFeature(
        FeatureID("sign-in"),
        subcommands: [SignInCommand.self, SignOutCommand.self],
        screens: [
            TerminalScreen(Feature.Screen.signIn) { session, _ throws(AccountFailure) in try await session.signIn() }
        ]
    )

    /// The features of the app. If a feature is not in this list, its links, commands and screens don't exist, and nothing else
    /// changes. Settings have no commands for links, because only the person may choose, on the screen, which notifications
    /// they get.
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
            subcommands: [DealsCommand.self, DealCommand.self, WatchCommand.self],
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
