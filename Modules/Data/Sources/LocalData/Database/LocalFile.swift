import DataSupport
import Foundation
import GRDB

/// The file of a database: opens it, and sets it aside when it is damaged.
///
/// There are two locks beside the file. A process holds `.lock` exclusively while it opens the file or sets it aside,
/// because creating one file in several processes at once fails. All processes that have the file open share `.use`. SQLite
/// finds the side files of a database by name, so only a process that holds `.use` exclusively renames the file. Otherwise
/// an open connection of another process would use the side files of the new database for the old one.
struct LocalFile: Sendable {
    let url: URL
    let patience: Duration
    let now: @Sendable () -> Date

    private var path: String { url.path }

    /// Opens the file. A damaged file is set aside first, unless other processes have it open.
    ///
    /// - Parameter checked: Whether to check the contents for damage too, which takes as long as reading the whole file.
    func open(checked: Bool) throws(LocalDataError) -> OpenDatabase {
        try failing { () throws(SystemError) in try PrivateFile.makeFolder(url.deletingLastPathComponent()) }
        let opening = try lock(".lock", .exclusive)
        defer { withExtendedLifetime(opening) {} }
        let use = try lock(".use", .shared)
        do throws(LocalDataError) {
            return OpenDatabase(try openQueue(checked: checked), use: use)
        } catch {
            guard error == .damaged, (try? use.tryToTake(.exclusive)) == true else { throw error }
        }
        let moved = try setAside()
        let queue = try openQueue(checked: false)
        guard try failing({ () throws(SystemError) in try use.take(.shared, within: patience) }) else {
            throw .locked
        }
        return OpenDatabase(queue, use: use, setAside: moved)
    }

    /// Copies the file into memory, for reading what can't be opened: opening it needs to write, which is not possible in a
    /// read-only folder or on a full disk. The copy is empty if there is no file. Throws if the file can't be read either.
    func copied() throws(LocalDataError) -> OpenDatabase {
        do throws(SystemError) {
            // SQLite would wait for a pipe.
            close(try PrivateFile.open(path, O_RDONLY))
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return try .inMemory() }
            throw LocalDataError(errno: error.code)
        }
        // Whoever changes the file meanwhile holds this lock. If it can't even be opened, nobody can write here.
        let use = try? FileLock(reading: path + ".use")
        let isAlone = (try? use?.tryToTake(.exclusive)) ?? true
        defer { withExtendedLifetime(use) {} }
        do {
            var reading = Configuration()
            reading.readonly = true
            // What is in the side file is read with the help of the index that is beside it. Without a side file, nobody else
            // has the file open, and SQLite needs no index.
            let needsIndex =
                !isAlone || ((try? PrivateFile.contents(of: URL(filePath: path + "-wal")))??.isEmpty == false)
            let address = "\(URL(filePath: path).absoluteString)\(needsIndex ? "" : "?immutable=1")"
            let source = try DatabaseQueue(path: address, configuration: reading)
            defer { try? source.close() }
            let copy = try DatabaseQueue(configuration: OpenDatabase.configuration)
            try source.backup(to: copy)
            try Schema.prepare(copy)
            return OpenDatabase(copy)
        } catch {
            throw LocalDataError(error)
        }
    }

    private func lock(_ suffix: String, _ kind: FileLock.Kind) throws(LocalDataError) -> FileLock {
        let lock = try failing { () throws(SystemError) in try FileLock(path + suffix) }
        guard try failing({ () throws(SystemError) in try lock.take(kind, within: patience) }) else {
            throw .locked
        }
        return lock
    }

    private func failing<Value>(_ body: () throws(SystemError) -> Value) throws(LocalDataError) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw LocalDataError(errno: error.code)
        }
    }

    private func openQueue(checked: Bool) throws(LocalDataError) -> DatabaseQueue {
        try makePrivate()
        do {
            var configuration = OpenDatabase.configuration
            configuration.busyMode = .timeout(patience / .seconds(1))
            configuration.journalMode = .wal
            // Opening for writing already writes, and a file of a newer version must not be touched.
            if let version = try? writtenVersion(configuration), version > Schema.steps.count {
                throw LocalDataError.newerSchema(version)
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try Schema.prepare(queue)
            if checked { try queue.read(check) }
            return queue
        } catch {
            throw LocalDataError(error)
        }
    }

    private func writtenVersion(_ configuration: Configuration) throws -> Int {
        var configuration = configuration
        configuration.readonly = true
        configuration.journalMode = .default
        return try DatabaseQueue(path: path, configuration: configuration).read(Schema.version)
    }

    private func check(_ database: Database) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
        guard finding == "ok" else { throw LocalDataError.damaged }
    }

    /// Creates the file for its owner only, before SQLite opens it. SQLite gives its side files the same mode.
    private func makePrivate() throws(LocalDataError) {
        let descriptor = try failing { () throws(SystemError) in try PrivateFile.open(path, O_RDWR | O_CREAT) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw LocalDataError(errno: errno) }
    }

    private func setAside() throws(LocalDataError) -> URL {
        let name = path + "-damaged-" + now().formatted(Self.timeInName)
        var aside = name
        var number = 1
        while access(aside, F_OK) == 0 {
            number += 1
            aside = "\(name)-\(number)"
        }
        try move(path, to: aside)
        // Side files belong to the damaged file. If they were left behind, they would be applied to the new one.
        for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
            try move(path + suffix, to: aside + suffix)
        }
        return URL(fileURLWithPath: aside)
    }

    /// A format such as `20261121T093000Z`, without characters that a file system refuses.
    private static let timeInName = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

    private func move(_ path: String, to other: String) throws(LocalDataError) {
        guard rename(path, other) == 0 else { throw LocalDataError(errno: errno) }
    }
}

/// An open database.
final class OpenDatabase: Sendable {
    let queue: DatabaseQueue
    /// The new name of a damaged file that this one replaces.
    let setAside: URL?
    private let use: FileLock?

    init(_ queue: DatabaseQueue, use: FileLock? = nil, setAside: URL? = nil) {
        self.queue = queue
        self.use = use
        self.setAside = setAside
    }

    /// Creates a database in the memory of this process.
    static func inMemory() throws(LocalDataError) -> OpenDatabase {
        do {
            let queue = try DatabaseQueue(configuration: configuration)
            try Schema.prepare(queue)
            return OpenDatabase(queue)
        } catch {
            throw LocalDataError(error)
        }
    }

    /// The configuration of SQLite, which overwrites erased data because it is personal.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "LocalData"
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        return configuration
    }

    deinit {
        // Closes the queue before the lock is released. A queue that can't be closed is closed with its last reference.
        try? queue.close()
    }
}
