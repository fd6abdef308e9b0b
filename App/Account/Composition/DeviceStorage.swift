import DataSupport
import Domain
import Foundation
import LocalData
import StoreClient
import Synchronization

/// The data stored on this device for the users of one store: one database, opened when it is first needed.
///
/// If the database can't be used, reads work without it and issue a warning. Use cases that promise to queue, send or erase
/// fail instead, because a database in memory can't fulfil such a promise.
final class DeviceStorage: Sendable {
    private let file: URL
    /// Prevents work that began before a sign-out from writing after it.
    let fence: SignOutFence
    private let warn: @Sendable (String) -> Void
    private let opened = Mutex<Result<LocalDatabase, LocalDataError>?>(nil)

    init(_ settings: Composition.Settings) {
        file = settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sqlite")
        fence = SignOutFence(settings.stateFolder.store.appending(path: "\(settings.storeServer.fileName).sign-outs"))
        warn = settings.warn
    }

    /// Whether data was ever stored.
    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The damaged files that were set aside. They may contain data of any user.
    var setAside: [URL] {
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("\(file.lastPathComponent)-damaged-") }.map { folder.appending(path: $0) }
    }

    /// Returns the database. If it can't be opened, the first call issues a warning, and later calls throw the same error.
    func database() throws(LocalDataError) -> LocalDatabase {
        let result = opened.withLock { opened in
            let result = opened ?? openFile()
            opened = result
            return result
        }
        return try result.get()
    }

    /// Returns the database, or one in memory for data that is only read in this run.
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
            warn("The stored data on this device can't be used (\(error.reason)); nothing is stored this time.")
            return .failure(error)
        }
    }

    private func open(_ location: LocalDatabase.Location) throws(LocalDataError) -> LocalDatabase {
        let fence = location == .memory ? nil : fence
        return try LocalDatabase(location, fence: fence, clock: ContinuousClock(), now: { Date() }) { [warn] warning in
            switch warning {
            case .setAside(let file):
                warn(
                    "The stored data on this device was damaged; it is set aside as \(file.lastPathComponent), and a new file is begun. Changes that were never sent are in the old one."
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
        case .readOnly: "it can't be written"
        case .full: "the disk is full"
        case .locked: "another program has locked it"
        case .unavailable(let code): "SQLite says \(code)"
        case .signedOut: "somebody has signed out meanwhile"
        case .cancelled: "it was given up"
        }
    }
}
