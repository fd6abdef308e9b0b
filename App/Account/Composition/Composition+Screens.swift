import Domain
import Foundation
import Presentation

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
