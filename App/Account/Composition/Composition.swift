import Domain
import Foundation
import Presentation

/// The modules of one run. This folder alone decides which implementation stands behind each use case:
/// `Composition+Real.swift` and `Composition+Mock.swift` are the two choices.
struct Composition: Sendable {
    /// Returns who is signed in; signs in if nobody ever did.
    let signedInUser: @Sendable () async throws(AccountFailure) -> UserID
    /// Whether a person has signed out. Then nothing of theirs is shown before somebody signs in.
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

/// Where this run records what goes wrong.
struct DiagnosticsModule: Sendable {
    let publish: any PublishDiagnostic
    /// Sends on what was recorded, for as long as a person likes to wait for a command that is done.
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

    func dealList(of user: UserID, showsAll: Bool, _ formats: Formats) -> DealListViewModel {
        DealListViewModel(
            observe: users[user].stored.observeDeals,
            refresh: users[user].stored.refreshDeals,
            showsAll: showsAll,
            formats: formats,
            now: { Date() }
        )
    }

    func deal(_ id: DealID, of user: UserID, _ formats: Formats) -> DealViewModel {
        DealViewModel(
            id: id,
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

    /// The search, and the sign that something is under way.
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
