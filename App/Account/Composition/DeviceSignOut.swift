import DataSupport
import Domain
import Foundation
import LocalData
import Presentation
import StoreClient

/// What one person leaves on this device at one server: the data stored for them, the session and responses of the legacy
/// service, and files that were set aside.
///
/// One person uses a device and a server at a time. So this is erased when they sign out, and when somebody else signs in.
struct DeviceTraces: Sendable {
    let device: DeviceStorage
    let legacyFolder: LegacyFolder
    let warn: @Sendable (String) -> Void

    /// Why not everything is erased.
    enum Failure: Error {
        /// So many changes were never sent. Nothing is erased.
        case pendingChanges(Int)
        /// Something can't be erased.
        case notErased
        case cancelled
    }

    /// Erases everything but what belongs to `user`; `nil` stands for nobody. The caller holds the fence.
    ///
    /// - Parameters:
    ///   - isSame: Whether `user` was signed in before, too, so that what doesn't say whose it is belongs to them.
    ///   - count: Stops all writers that began earlier.
    func erase(
        except user: UserID?,
        isSame: Bool,
        discardingPendingChanges: Bool,
        count: @Sendable () throws(SystemError) -> Void
    ) async throws(Failure) {
        if device.exists { try await eraseDatabase(except: user, isSame, discardingPendingChanges) }
        guard !isSame else { return }
        do {
            try count()
            let setAside = try device.setAside()
            for file in setAside { try FileManager.default.removeItem(at: file) }
            try legacyFolder.erase()
            if !setAside.isEmpty {
                warn("Damaged data that was set aside is erased too, with any changes in it that were never sent.")
            }
        } catch {
            throw .notErased
        }
    }

    /// Erases what the legacy service stored for its user if somebody else is signed in, or nobody, as earlier versions left it.
    func eraseLegacyOfOthers(_ legacyUser: UserID, _ tokens: any TokenStore) async throws(AccountFailure) {
        let stored: StoredTokens
        do throws(TokenStoreError) {
            stored = try await tokens.load()
        } catch {
            throw .signInUnreadable(error)
        }
        switch stored {
        case .none: return
        case .tokens(let tokens) where tokens.user == legacyUser: return
        case .tokens, .signedOut: break
        }
        guard let pass = try? device.fence.pass() else { return }
        defer { withExtendedLifetime(pass) {} }
        if (try? legacyFolder.erase()) == true {
            warn("An earlier version had stored data of another person here. It is erased.")
        }
    }

    private func eraseDatabase(
        except user: UserID?,
        _ isSame: Bool,
        _ discardingPendingChanges: Bool
    ) async throws(Failure) {
        let pending: Int
        do throws(LocalDataError) {
            do throws(LocalDataError) {
                pending = try await device.database().eraseAll(
                    except: user,
                    discardingPendingChanges: discardingPendingChanges
                )
            } catch {
                // On a full disk nothing can be erased from a file, but the file can be deleted.
                guard error != .cancelled, !isSame else { throw error }
                pending = try await device.delete(discardingPendingChanges: discardingPendingChanges)
            }
        } catch {
            throw error == .cancelled ? .cancelled : .notErased
        }
        if pending > 0 { throw .pendingChanges(pending) }
    }
}

/// Signs out: erases the user's data on this device, including that of the legacy service, and revokes the tokens.
///
/// Invariant: after it has returned, no data of the user is on the device, and none comes back, whatever other processes had
/// begun. Everything is erased behind one fence, which stops all writers that began earlier.
struct DeviceSignOut: SignOut {
    let session: StoreSession
    let traces: DeviceTraces

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        if Task.isCancelled { throw .cancelled }
        try await traces.device.fence.signOut(on: ContinuousClock(), busy: .notErased) { count throws(SignOutError) in
            do throws(DeviceTraces.Failure) {
                try await traces.erase(
                    except: nil,
                    isSame: false,
                    discardingPendingChanges: discardingPendingChanges,
                    count: count
                )
            } catch {
                switch error {
                case .pendingChanges(let count): throw .pendingChanges(count)
                case .notErased: throw .notErased
                case .cancelled: throw .cancelled
                }
            }
            try await session.forget()
        }
        // The tokens are erased here. The request takes at most the transport's deadline.
        if await session.sendRevocations() == false {
            traces.warn("The store could not be notified of the sign-out. The next command notifies it.")
        }
    }
}

/// Signs in. Whoever was signed in before is signed out, as by `DeviceSignOut`. Data that is stored from then on belongs to the
/// new user.
struct DeviceSignIn: SignIn {
    let session: StoreSession
    let traces: DeviceTraces

    func signIn(
        with credentials: Credentials,
        discardingPendingChanges: Bool
    ) async throws(SignInError) -> UserID {
        let before = await session.user
        let fence = traces.device.fence
        let user = try await session.signIn(with: credentials) { user, store throws(SignInError) in
            try await fence.signOut(on: ContinuousClock(), busy: .notStored) { count throws(SignInError) in
                do throws(DeviceTraces.Failure) {
                    try await traces.erase(
                        except: user,
                        isSame: before == user,
                        discardingPendingChanges: discardingPendingChanges,
                        count: count
                    )
                } catch {
                    switch error {
                    case .pendingChanges(let count): throw .pendingChanges(count)
                    case .notErased: throw .notStored
                    case .cancelled: throw .cancelled
                    }
                }
                try await store()
            }
        }
        fence.begin()
        if let before, before != user {
            traces.warn(
                "\(before.rawValue) was signed in here. That sign-in has ended, and the data stored for it is erased."
            )
        }
        if await session.sendRevocations() == false {
            traces.warn(
                "The store could not be notified that an earlier sign-in has ended. The next command notifies it."
            )
        }
        return user
    }
}

extension AccountFailure {
    /// The sign-in of this device is there, and can't be read.
    static func signInUnreadable(_ error: TokenStoreError) -> AccountFailure {
        let text =
            switch error {
            case .newerVersion:
                "A newer version of this program has stored the sign-in on this device. Nothing has changed; use that version, or another folder with --state."
            case .unreadable, .unwritable:
                "The sign-in stored on this device can't be read, so the store was not asked and nothing has changed. Check who may read the state folder, then try again."
            }
        return AccountFailure(key: "sign-in.unreadable", text: text, recovery: .retry)
    }
}
