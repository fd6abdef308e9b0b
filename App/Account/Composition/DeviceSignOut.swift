import DataSupport
import Domain
import Foundation
import LocalData
import StoreClient

/// Signs out: erases the user's data on this device, including that of the legacy service, and revokes the tokens.
///
/// Invariant: after it has returned, no data of the user is on the device, and none comes back, whatever other processes had
/// begun. Everything is erased behind one fence, which stops all writers that began earlier.
struct DeviceSignOut: SignOut {
    let session: StoreSession
    let device: DeviceStorage
    /// The folder in which the legacy service stores its session and its responses.
    let legacyFolder: URL
    /// Called if the store couldn't be reached.
    let warn: @Sendable (String) -> Void

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        if Task.isCancelled { throw .cancelled }
        let database: LocalDatabase
        do throws(LocalDataError) {
            database = try device.database()
        } catch {
            throw .notErased
        }
        try await device.fence.signOut(on: ContinuousClock(), busy: .notErased) { count throws(SignOutError) in
            let local = LocalSignOut(
                remote: ForgettingSignOut(
                    session: session,
                    device: device,
                    legacyFolder: legacyFolder,
                    warn: warn,
                    count: count
                ),
                database: database,
                user: { [session] in await session.user }
            )
            try await local.signOut(discardingPendingChanges: discardingPendingChanges)
        }
        // The tokens are erased here. The request takes at most the transport's deadline.
        if await session.sendRevocations() == false {
            warn("The store could not be notified of the sign-out. The next command notifies it.")
        }
    }
}

/// Erases the data of the legacy service and files that were set aside, then the tokens.
private struct ForgettingSignOut: SignOut {
    let session: StoreSession
    let device: DeviceStorage
    let legacyFolder: URL
    let warn: @Sendable (String) -> Void
    /// Stops all writers that began earlier.
    let count: @Sendable () throws(SystemError) -> Void

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        guard (try? count()) != nil else { throw .notErased }
        let setAside = device.setAside
        for file in setAside + [legacyFolder] where FileManager.default.fileExists(atPath: file.path) {
            guard (try? FileManager.default.removeItem(at: file)) != nil else { throw .notErased }
        }
        if !setAside.isEmpty {
            warn("Damaged data that was set aside is erased too, with any changes in it that were never sent.")
        }
        try await session.forget()
    }
}

/// Signs in. Data that is stored from then on belongs to the new user.
struct DeviceSignIn: SignIn {
    let remote: any SignIn
    let fence: SignOutFence

    func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        let user = try await remote.signIn(with: credentials)
        fence.begin()
        return user
    }
}
