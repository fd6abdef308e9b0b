import Domain
import Foundation
import Presentation

/// The modules of one run. Only this folder decides which implementation is used for each use case: `Composition+Real.swift`
/// and `Composition+Mock.swift` are the two choices.
///
/// Reasons: docs/adr/composition.md.
struct Composition: Sendable {
    /// Returns the user who is signed in; signs in if nobody ever has.
    let signedInUser: @Sendable () async throws(AccountFailure) -> UserID
    /// Returns whether a person has signed out. Then none of their data is shown until somebody signs in.
    let isSignedOut: @Sendable () async -> Bool
    let signIn: any SignIn
    let signOut: any SignOut
    let searchNames: any SearchNames
    /// The use cases of each user.
    let users: Users
    /// The hand-overs behind orders and addresses; `nil` if nothing is handed over.
    let migration: Migration?
    var diagnostics: DiagnosticsModule
    /// Ends what was started for this composition.
    let stop: @Sendable () async -> Void
}

/// The place where this run records what goes wrong.
struct DiagnosticsModule: Sendable {
    let publish: any PublishDiagnostic
    /// Sends the records, for as long as a person is willing to wait after a command has ended.
    let finish: @Sendable () async -> Void
}

// MARK: - View models

@MainActor
extension Composition {
    func orderList(of user: UserID, _ formats: Formats) -> UserOrderListViewModel {
        UserOrderListViewModel(user: user, fetchOrders: users[user].fetchOrders, formats: formats, now: { Date() })
    }

    func addressList(of user: UserID, _ formats: Formats) -> UserAddressListViewModel {
        UserAddressListViewModel(
            user: user,
            fetchAddresses: users[user].fetchAddresses,
            formats: formats,
            now: { Date() }
        )
    }

    func profile(of user: UserID, _ formats: Formats) -> UserProfileViewModel {
        UserProfileViewModel(
            user: user,
            fetchProfile: users[user].stored.fetchProfile,
            fetchOrders: users[user].fetchOrders,
            fetchAddresses: users[user].fetchAddresses,
            formats: formats,
            now: { Date() }
        )
    }

    func dealList(of user: UserID, _ formats: Formats) -> DealListViewModel {
        DealListViewModel(
            observe: users[user].stored.observeDeals,
            refresh: users[user].stored.refreshDeals,
            formats: formats,
            now: { Date() }
        )
    }

    func settings(of user: UserID, _ formats: Formats) -> SettingsViewModel {
        SettingsViewModel(
            user: user,
            fetch: users[user].stored.fetchSettings,
            update: users[user].stored.updateSettings,
            pending: users[user].stored.sendPendingChanges,
            formats: formats,
            now: { Date() }
        )
    }

    /// Returns the search, and its activity indicator.
    func nameSearch(_ formats: Formats) -> (NameSearchViewModel, ActivityIndicator) {
        let indicator = ActivityIndicator(isEnabled: true)
        let search = NameSearchViewModel(
            searchNames: searchNames,
            indicator: indicator,
            formats: formats,
            clock: ContinuousClock()
        )
        return (search, indicator)
    }
}
