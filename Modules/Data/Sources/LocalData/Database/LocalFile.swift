#if Account
    import DataSupport
    import Foundation
    import GRDB

    /// The file of a store: opening it, and setting it aside when it is damaged.
    ///
    /// Two locks stand beside the file. `.lock` is held while the file is opened or set aside, by one at a time: processes
    /// that make one file at once fail otherwise. `.use` is shared by all who have the file open. SQLite finds the side
    /// files of a database by name, so a file is renamed only by one who holds `.use` alone: another's open connection would
    /// take the side files of the new database for those of the old.
    struct LocalFile: Sendable {
        let url: URL
        let patience: Duration
        let now: @Sendable () -> Date

        private var path: String { url.path }

        /// Opens the file. One that is damaged is set aside first, unless others have it open.
        ///
        /// - Parameter checked: Whether to look for damage inside too, which takes as long as reading the whole file.
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
                // Opening for writing writes already; a file of a newer version must not be touched.
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

        /// Makes the file for its owner alone before SQLite sees it; SQLite gives its side files the same mode.
        private func makePrivate() throws(LocalDataError) {
            let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw LocalDataError(errno: errno) }
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
            // Side files belong to the damaged file: left behind, they would be applied to the new one.
            for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
                try move(path + suffix, to: aside + suffix)
            }
            return URL(fileURLWithPath: aside)
        }

        /// Such as `20261121T093000Z`: no character that a file system refuses.
        private static let timeInName = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

        private func move(_ path: String, to other: String) throws(LocalDataError) {
            guard rename(path, other) == 0 else { throw LocalDataError(errno: errno) }
        }
    }

    /// A store's database while it is open.
    final class OpenDatabase: Sendable {
        let queue: DatabaseQueue
        /// Where a damaged file was set aside to make place for this one.
        let setAside: URL?
        private let use: FileLock?

        init(_ queue: DatabaseQueue, use: FileLock? = nil, setAside: URL? = nil) {
            self.queue = queue
            self.use = use
            self.setAside = setAside
        }

        /// A database of this process alone, gone with it.
        static func inMemory() throws(LocalDataError) -> OpenDatabase {
            do {
                let queue = try DatabaseQueue(configuration: configuration)
                try Schema.prepare(queue)
                return OpenDatabase(queue)
            } catch {
                throw LocalDataError(error)
            }
        }

        /// What is erased is overwritten: it was somebody's.
        static var configuration: Configuration {
            var configuration = Configuration()
            configuration.label = "LocalData"
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            return configuration
        }

        deinit {
            // Before the lock is given back. What can't be closed is closed with its last reference.
            try? queue.close()
        }
    }
#endif
