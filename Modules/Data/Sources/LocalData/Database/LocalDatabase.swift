#if Account
    public import Domain
    public import Foundation
    import GRDB

    /// What is kept on this device, for each user apart: offers, profile, settings, and the changes that were not sent.
    ///
    /// One SQLite file, which several processes may share, or a database in memory; all else is the same code. Every write
    /// is one transaction: who reads meets the old or the new, also after a crash. A file that turns out to be damaged, at
    /// opening or at any call, is set aside under another name and a new one begun; that is a warning, not an error.
    /// docs/offline.md tells the whole.
    public actor LocalDatabase {
        /// Where a store keeps what it keeps.
        public enum Location: Hashable, Sendable {
            /// In this file, which only its owner can read (mode 0600). Its folder is made (0700) if there is none. Two
            /// empty files stand beside it, `.lock` and `.use`.
            case file(URL)
            /// In this process, until it ends.
            case memory
        }

        private let file: LocalFile?
        private let lookAgain: Duration
        private let clock: any Clock<Duration>
        private let onWarning: @Sendable (LocalDataWarning) -> Void
        /// Nil after damage was found, until the file is opened again.
        private var current: OpenDatabase?
        private var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        private var lastObserver = 0

        /// Opens a store; a file that is not there is made, and one of an earlier version brought up to date.
        ///
        /// - Parameters:
        ///   - patience: How long others are waited for who have the file locked, here and at every later call.
        ///   - lookAgain: How often an observed file is looked at for what other processes have written.
        ///   - clock: Counts `lookAgain`.
        ///   - now: Tells the time in the names of damaged files.
        ///   - onWarning: Is told what a person should know; called from any thread.
        public init(
            _ location: Location,
            patience: Duration = .seconds(5),
            lookAgain: Duration = .seconds(1),
            clock: any Clock<Duration>,
            now: @escaping @Sendable () -> Date,
            onWarning: @escaping @Sendable (LocalDataWarning) -> Void
        ) throws(LocalDataError) {
            self.lookAgain = lookAgain
            self.clock = clock
            self.onWarning = onWarning
            switch location {
            case .memory:
                file = nil
                current = try .inMemory()
            case .file(let url):
                let file = LocalFile(url: url, patience: patience, now: now)
                let opened = try file.open(checked: false)
                self.file = file
                current = opened
                if let moved = opened.setAside { onWarning(.setAside(moved)) }
            }
        }

        /// The offers of each user.
        public nonisolated var deals: LocalDeals { LocalDeals(database: self) }
        nonisolated var settings: LocalSettings { LocalSettings(database: self) }
        /// The changes of each user that the store has not confirmed.
        public nonisolated var changes: PendingChanges { PendingChanges(database: self) }

        /// Erases all that is kept for `user`, so that no trace of it stays in the file, and whatever is being fetched for
        /// them now will not be kept.
        ///
        /// - Parameter discardingPendingChanges: Whether changes that were never sent may be lost.
        /// - Returns: How many such changes forbade it; if any, nothing is erased.
        public func eraseAll(
            of user: UserID,
            discardingPendingChanges: Bool
        ) async throws(LocalDataError) -> Int {
            let pending = try await write { database in
                let pending = try PendingChangeRecord.count(of: user, in: database)
                guard pending == 0 || discardingPendingChanges else { return pending }
                for table in try Schema.tablesOfUsers(in: database) {
                    try database.execute(sql: "DELETE FROM \(table) WHERE user = ?", arguments: [user.key])
                }
                try database.execute(sql: "UPDATE erasure SET count = count + 1")
                return 0
            }
            guard pending == 0 else { return pending }
            try await clearSideFile()
            return 0
        }

        /// Moves what was written to the file itself: the side file still has what was there before it was erased. Somebody
        /// who is reading only puts that off.
        private func clearSideFile() async throws(LocalDataError) {
            do throws(LocalDataError) {
                try await using { queue in
                    try await queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                }
            } catch {
                guard error == .locked else { throw error }
            }
        }

        /// How often all of a user was erased. An answer that was asked for before the last time is nobody's any more.
        static func erasures(in database: Database) throws -> Int {
            try Int.fetchOne(database, sql: "SELECT count FROM erasure") ?? 0
        }

        nonisolated func warn(_ warning: LocalDataWarning) {
            onWarning(warning)
        }
    }

    // MARK: - Reading and writing

    extension LocalDatabase {
        /// Runs `body` in one transaction, in which nothing can be written.
        func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws(LocalDataError) -> Value {
            try await using { try await $0.read(body) }
        }

        /// Runs `body`, which reads with one statement and no more. SQLite answers that as of one moment by itself; with a
        /// transaction around it a page of 50 takes half as long again.
        func readOnce<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws(LocalDataError) -> Value {
            try await using { try await $0.unsafeRead(body) }
        }

        /// Runs `body` in one transaction.
        ///
        /// - Parameter announced: Whether those who observe are told; if not, the caller does so by `announce()`.
        func write<Value: Sendable>(
            announced: Bool = true,
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws(LocalDataError) -> Value {
            let value = try await using { try await $0.write(body) }
            if announced { announce() }
            return value
        }

        /// Tells those who observe that something was written.
        func announce() {
            for arrival in observers.values { arrival.yield() }
        }

        /// Works on the open database. If that shows damage, the file is set aside, and the work is done on the new one.
        private func using<Value: Sendable>(
            _ work: @Sendable (DatabaseQueue) async throws -> Value
        ) async throws(LocalDataError) -> Value {
            do throws(LocalDataError) {
                return try await attempt(work)
            } catch {
                guard error == .damaged, file != nil else { throw error }
                return try await attempt(work)
            }
        }

        private func attempt<Value: Sendable>(
            _ work: @Sendable (DatabaseQueue) async throws -> Value
        ) async throws(LocalDataError) -> Value {
            let database = try opened()
            do {
                return try await work(database.queue)
            } catch {
                let error = LocalDataError(error)
                if error == .damaged, file != nil, current === database { current = nil }
                throw error
            }
        }

        private func opened() throws(LocalDataError) -> OpenDatabase {
            if let current { return current }
            guard let file else { throw .damaged }
            let database = try file.open(checked: true)
            current = database
            if let moved = database.setAside { onWarning(.setAside(moved)) }
            return database
        }
    }

    // MARK: - Observing

    extension LocalDatabase {
        /// Follows a value: as it is now, and then whenever it has changed, by whomever.
        ///
        /// An error is a value like another, and the sequence goes on. It ends when its task is cancelled, and only then; a
        /// slow reader gets the latest.
        ///
        /// - Parameters:
        ///   - mark: Something small that differs whenever the value does; it is read after every change to the file.
        ///   - value: Reads the value, in the same transaction.
        nonisolated func observe<Mark: Equatable & Sendable, Value: Sendable>(
            _ mark: @escaping @Sendable (Database) throws -> Mark,
            value: @escaping @Sendable (Database) throws -> Value
        ) -> AsyncStream<Result<Value, LocalDataError>> {
            let (stream, continuation) = AsyncStream<Result<Value, LocalDataError>>.makeStream(
                bufferingPolicy: .bufferingNewest(1)
            )
            let following = Task {
                var last: Result<Mark, LocalDataError>?
                for await _ in await changed() {
                    let known = try? last?.get()
                    do throws(LocalDataError) {
                        let news = try await read { database in
                            let mark = try mark(database)
                            return mark == known ? nil : (mark: mark, value: try value(database))
                        }
                        guard let news else { continue }
                        last = .success(news.mark)
                        continuation.yield(.success(news.value))
                    } catch {
                        guard error != .cancelled, last != .failure(error) else { continue }
                        last = .failure(error)
                        continuation.yield(.failure(error))
                    }
                }
            }
            continuation.onTermination = { _ in following.cancel() }
            return stream
        }

        /// Rings once at first, and then when this store has written or another process has.
        ///
        /// SQLite tells nobody what another process writes. Whether it has is one number, kept in memory that the processes
        /// share (`PRAGMA data_version`); it is looked at every `lookAgain` while somebody observes, and never otherwise.
        private func changed() async -> AsyncStream<Void> {
            let (stream, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            lastObserver += 1
            let number = lastObserver
            observers[number] = arrival
            // As it was before the first ring: what is written after that must ring again.
            let version = try? await versionOfFile()
            let looking = file == nil ? nil : Task { await look(arrival, since: version) }
            arrival.onTermination = { [weak self] _ in
                looking?.cancel()
                Task { await self?.leave(number) }
            }
            arrival.yield()
            return stream
        }

        private func leave(_ number: Int) {
            observers[number] = nil
        }

        private nonisolated func look(_ arrival: AsyncStream<Void>.Continuation, since version: Int?) async {
            var seen = version
            while true {
                do {
                    try await clock.sleep(for: lookAgain)
                } catch {
                    return
                }
                // A file that can't be looked at rings, so that the observer meets the error when reading.
                let version = try? await versionOfFile()
                if version == nil || version != seen { arrival.yield() }
                seen = version
            }
        }

        private nonisolated func versionOfFile() async throws(LocalDataError) -> Int {
            try await read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        }
    }
#endif
