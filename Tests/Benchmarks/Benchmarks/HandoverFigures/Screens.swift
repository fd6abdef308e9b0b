import AccountSandbox
import Domain
import Foundation
import LegacyData
import Presentation
import StoreClient

/// A hundred screens at the same time, each with the orders and addresses of its own customer.
enum Screens {
    static func report() async throws {
        let clients = try await Shared.clients.value
        let legacy = (LegacyFetchUserOrder(gateway: clients.legacy), LegacyFetchUserAddresses(gateway: clients.legacy))
        let store = (clients.storeOrders, clients.storeAddresses)
        var times: (legacy: [Duration], store: [Duration]) = ([], [])
        var requests: (legacy: [Int], store: [Int]) = ([], [])
        for round in 0..<11 {
            let before = clients.server.requests.count
            let one = try await shown(legacy.0, legacy.1)
            let between = clients.server.requests.count
            let other = try await shown(store.0, store.1)
            let after = clients.server.requests.count
            guard round > 0 else { continue }
            times.legacy.append(one)
            times.store.append(other)
            requests.legacy.append(between - before)
            requests.store.append(after - between)
        }
        say(
            "100 screens at once: legacy \(rounded(median(times.legacy) / .milliseconds(1))) ms and "
                + "\(median(requests.legacy)) requests, replacement \(rounded(median(times.store) / .milliseconds(1))) ms "
                + "and \(median(requests.store)) requests, ratio "
                + "\(rounded(median(times.store) / median(times.legacy)))"
        )
    }

    /// Returns the time until every screen shows both lists.
    @MainActor
    private static func shown(
        _ orders: any FetchUserOrder,
        _ addresses: any FetchUserAddresses
    ) async throws -> Duration {
        let screens = (1...100).map { number in
            UserProfileViewModel(
                user: UserID(SandboxAccount.customer(number)),
                fetchProfile: ProfileAtOnce(),
                fetchOrders: orders,
                fetchAddresses: addresses,
                formats: Formats(locale: Locale(identifier: "en_GB"), timeZone: .gmt, wording: .english),
                now: { Date() }
            )
        }
        let start = ContinuousClock.now
        await withDiscardingTaskGroup { group in
            for screen in screens { group.addTask { await screen.load() } }
        }
        let time = start.duration(to: .now)
        guard screens.allSatisfy({ $0.orders.content != nil && $0.addresses.content != nil }) else { throw NotShown() }
        return time
    }

    private struct NotShown: Error {}

    /// Profiles have no legacy side: one that is there at once takes nothing from either.
    private struct ProfileAtOnce: FetchProfile {
        func profile(of user: UserID) async throws(ProfileError) -> Snapshot<Profile> {
            Snapshot(Profile(name: user.rawValue, phone: nil, bonusPoints: 0), freshness: .live)
        }
    }
}
