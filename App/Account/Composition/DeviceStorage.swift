import Domain
import Foundation
import LocalData
import StoreClient
import Synchronization

/// What is stored on this device for the users of one store: one database, opened when it is first needed.
///
/// If the database can't be used, reads work without it and say so. What promises to queue, send or erase fails instead:
/// a database in memory can keep no such promise.
final class DeviceStorage: Sendable {
    private let file: URL
    private let warn: @Sendable (String) -> Void
    private let opened = Mutex<Result<LocalDatabase, LocalDataError>?>(nil)

    init(_ settings: Composition.Settings) {
        file = settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sqlite")
        warn = settings.warn
    }

    /// Whether something was ever stored.
    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Returns the database. If it can't be opened, this says so once, and later calls throw the same error.
    func database() throws(LocalDataError) -> LocalDatabase {
        let result = opened.withLock { opened in
            let result = opened ?? openFile()
            opened = result
            return result
        }
        return try result.get()
    }

    /// Returns the database, or one in memory for what is read in this run alone.
    func databaseOrMemory() -> (LocalDatabase, isOnDisk: Bool) {
        if let stored = try? database() { return (stored, true) }
        guard let memory = try? open(.memory) else {
            preconditionFailure("A database in memory needs nothing but memory.")
        }
        return (memory, false)
    }

    private func openFile() -> Result<LocalDatabase, LocalDataError> {
        do throws(LocalDataError) {
            return .success(try open(.file(file)))
        } catch {
            warn("What is kept on this device can't be used (\(error.reason)); nothing is kept this time.")
            return .failure(error)
        }
    }

    private func open(_ location: LocalDatabase.Location) throws(LocalDataError) -> LocalDatabase {
        try LocalDatabase(location, clock: ContinuousClock(), now: { Date() }) { [warn] warning in
            switch warning {
            case .setAside(let file):
                warn(
                    "What was kept on this device was damaged; it is set aside as \(file.lastPathComponent), and a new file is begun. Changes that were never sent are in the old one."
                )
            case .notKept(let error):
                warn("The answer could not be kept on this device (\(error.reason)).")
            }
        }
    }
}

/// Signs out and erases what is stored on this device, of the legacy service too.
struct DeviceSignOut: SignOut {
    let session: StoreSession
    let device: DeviceStorage
    /// Where the legacy service stores its session and its answers.
    let legacyFolder: URL

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        let database: LocalDatabase
        do throws(LocalDataError) {
            database = try device.database()
        } catch {
            throw .notErased
        }
        let remote = ForgettingSignOut(remote: StoreSignOut(session: session), folder: legacyFolder)
        try await LocalSignOut(remote: remote, database: database, user: { [session] in await session.user })
            .signOut(discardingPendingChanges: discardingPendingChanges)
    }
}

/// Erases what the legacy service has stored, then signs out.
private struct ForgettingSignOut: SignOut {
    let remote: any SignOut
    let folder: URL

    func signOut(discardingPendingChanges: Bool) async throws(SignOutError) {
        if FileManager.default.fileExists(atPath: folder.path) {
            guard (try? FileManager.default.removeItem(at: folder)) != nil else { throw .notErased }
        }
        try await remote.signOut(discardingPendingChanges: discardingPendingChanges)
    }
}

extension LocalDataError {
    fileprivate var reason: String {
        switch self {
        case .newerSchema: "a newer version has written it"
        case .damaged: "it is damaged, and another program has it open"
        case .readOnly: "it can't be written"
        case .full: "the disk is full"
        case .locked: "another program has locked it"
        case .unavailable(let code): "SQLite says \(code)"
        case .cancelled: "it was given up"
        }
    }
}
