import Domain
import Synchronization

/// The modules that the screens of one user share.
///
/// Invariant: there is one instance for each user of a composition, and it opens the data stored on the device once, when a
/// screen first needs it. So two screens that show the same deals observe the same source.
final class UserModules: Sendable {
    let lists: AccountLists
    let reservations: any ReserveName & CancelReservation & FetchReservations
    /// Returns whether data was ever stored on the device. If not, no change waits to be sent.
    let hasStored: @Sendable () -> Bool

    private let open: @Sendable () -> StoredModules
    private let opened = Mutex<StoredModules?>(nil)

    init(
        lists: AccountLists,
        reservations: any ReserveName & CancelReservation & FetchReservations,
        hasStored: @escaping @Sendable () -> Bool,
        open: @escaping @Sendable () -> StoredModules
    ) {
        self.lists = lists
        self.reservations = reservations
        self.hasStored = hasStored
        self.open = open
    }

    /// The use cases with the data stored on the device.
    var stored: StoredModules {
        opened.withLock { modules in
            let stored = modules ?? open()
            modules = stored
            return stored
        }
    }

    /// The use case that sends waiting changes; `nil` if no data was ever stored.
    var pendingChanges: (any SendPendingChanges)? { hasStored() ? stored.sendPendingChanges : nil }
}

/// The modules of each user, created when they are first requested.
final class Users: Sendable {
    private let make: @Sendable (UserID) -> UserModules
    private let made = Mutex<[UserID: UserModules]>([:])

    init(_ make: @escaping @Sendable (UserID) -> UserModules) {
        self.make = make
    }

    subscript(user: UserID) -> UserModules {
        made.withLock { users in
            let modules = users[user] ?? make(user)
            users[user] = modules
            return modules
        }
    }
}
