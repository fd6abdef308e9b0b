import DataSupport
import Domain
import Foundation
import LocalData
import StoreClient
import Synchronization

/// The data stored on this device for the person who is signed in to one store: one database, opened when it is first needed.
///
/// If the database can't be opened, because that needs to write, what is in it is still read. Use cases that promise to queue,
/// send or erase fail instead, because a database in memory can't fulfil such a promise.
final class DeviceStorage: Sendable {
    private let file: URL
    /// Prevents work that began before a sign-out from writing after it.
    let fence: SignOutFence
    private let warn: @Sendable (String) -> Void
    private let opened = Mutex<Result<LocalDatabase, LocalDataError>?>(nil)

    init(_ settings: Composition.Settings) {
        settings.storeServer.renameOlderFiles(in: settings.stateFolder.store)
        file = settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sqlite")
        fence = SignOutFence(settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sign-outs"))
        warn = settings.warn
    }

    /// Whether data was ever stored.
    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The damaged files that were set aside. They may contain data of any user.
    func setAside() throws -> [URL] {
        let folder = file.deletingLastPathComponent()
        let start = "\(file.lastPathComponent)-damaged-"
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            // The files of another server may have similar names.
            name.hasPrefix(start) && !name.dropFirst(start.count).contains(".")
        }.map { folder.appending(path: $0) }
    }

    /// Returns the database. If it can't be opened, the first call issues a warning, and later calls throw the same error.
    ///
    /// - Parameter owner: The person who is signed in, if that is known. What is stored for others is erased.
    func database(of owner: UserID? = nil) throws(LocalDataError) -> LocalDatabase {
        let result = opened.withLock { opened in
            let result = opened ?? openFile(of: owner)
            opened = result
            return result
        }
        return try result.get()
    }

    /// Returns the database, or one in memory for data that is only read in this run: a copy of the stored one, which fails
    /// each time if that can't be read either.
    func databaseOrCopy(of owner: UserID) -> (LocalDatabase, isOnDisk: Bool) {
        do throws(LocalDataError) {
            return (try database(of: owner), true)
        } catch {
            let reason = error
            let copy = LocalDatabase(copyOf: file, clock: ContinuousClock(), now: { Date() }) { [report] warning in
                // The warning of the file that can't be opened has said it.
                if case .notStored(let other) = warning, other == reason { return }
                report(warning)
            }
            return (copy, isOnDisk: false)
        }
    }

    /// Deletes the file of the database, if nothing can be erased from it.
    ///
    /// - Returns: The number of changes that were never sent and prevented it; if it isn't 0, nothing is deleted.
    func delete(discardingPendingChanges: Bool) async throws(LocalDataError) -> Int {
        if !discardingPendingChanges {
            let copy = LocalDatabase(copyOf: file, clock: ContinuousClock(), now: { Date() }, onWarning: report)
            let pending = try await copy.eraseAll(except: nil, discardingPendingChanges: false)
            guard pending == 0 else { return pending }
        }
        // The side files first: they would be applied to a new database.
        for suffix in ["-wal", "-shm", ""] {
            guard unlink(file.path + suffix) == 0 || errno == ENOENT else { throw .readOnly }
        }
        return 0
    }

    private func openFile(of owner: UserID?) -> Result<LocalDatabase, LocalDataError> {
        do throws(LocalDataError) {
            return .success(try open(of: owner))
        } catch {
            warn("The stored data on this device can't be changed (\(error.reason)); nothing is stored this time.")
            return .failure(error)
        }
    }

    private func open(of owner: UserID?) throws(LocalDataError) -> LocalDatabase {
        try LocalDatabase(
            .file(file),
            fence: fence,
            owner: owner,
            clock: ContinuousClock(),
            now: { Date() },
            onWarning: report
        )
    }

    private var report: @Sendable (LocalDataWarning) -> Void {
        { [warn] warning in
            switch warning {
            case .setAside(let file):
                warn(
                    "The stored data on this device was damaged; it is set aside as \(file.lastPathComponent), and a new file is begun. Changes that were never sent are in the old one."
                )
            case .erasedOthers(let pending):
                warn(
                    "An earlier version had stored data of other people here. It is erased"
                        + (pending == 0 ? "." : ", with changes of theirs that were never sent (\(pending)).")
                )
            case .notStored(let error):
                warn("The response could not be stored on this device (\(error.reason)).")
            }
        }
    }
}

extension LocalDataError {
    fileprivate var reason: String {
        switch self {
        case .newerSchema: "a newer version has written it"
        case .damaged: "it is damaged, and another program has it open"
        case .readOnly: "no permission"
        case .full: "the disk is full"
        case .locked: "another program has locked it"
        case .unavailable(let code): "SQLite says \(LocalDataError.words(for: code))"
        case .signedOut: "somebody has signed out meanwhile"
        case .cancelled: "it was given up"
        }
    }
}
