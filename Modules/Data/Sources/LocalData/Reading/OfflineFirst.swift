#if Account
    public import Domain
    public import Foundation
    import Synchronization

    /// A user's read, offline first.
    ///
    /// Every answer of the store is kept on this device. Who reads gets what was kept, with its true age, if the store can't
    /// be reached. Who observes gets what was kept at once, and then every news, also of other processes. A failure erases
    /// nothing.
    ///
    /// An answer that is older than what is kept does not replace it. An answer that arrives after the user was signed out
    /// is not kept, and the read fails with `.unauthorised`. A device that can't keep an answer is a warning of the
    /// database's; the answer is shown all the same.
    public final class OfflineFirst<Value: Sendable>: Sendable {
        private let table: LocalTable<Value>
        private let user: UserID
        private let database: LocalDatabase
        private let now: @Sendable () -> Date
        private let remote: @Sendable () async throws(ReadError) -> Snapshot<Value>
        /// Whoever observes is in here before `observe()` returns, so that a refresh after it reaches them.
        private let observers = Mutex<[ObjectIdentifier: LocalObserver<Value>]>([:])

        /// Wraps `remote`, which asks the store for what `user` has.
        public init(
            _ table: LocalTable<Value>,
            of user: UserID,
            in database: LocalDatabase,
            now: @escaping @Sendable () -> Date,
            remote: @escaping @Sendable () async throws(ReadError) -> Snapshot<Value>
        ) {
            self.table = table
            self.user = user
            self.database = database
            self.now = now
            self.remote = remote
        }

        /// Asks the store, and returns its answer, or what was kept if the store can't be reached.
        public func read() async throws(ReadError) -> Snapshot<Value> {
            do throws(ReadError) {
                return try await fetched().snapshot
            } catch {
                guard error == .unavailable || error == .busy else { throw error }
                let kept = await passingOver { [table, user] () async throws(LocalDataError) in
                    try await database.read { try table.read(user, $0) }
                }
                if Task.isCancelled { throw .cancelled }
                guard let kept, let kept else { throw error }
                return kept.snapshot
            }
        }

        /// Follows what is kept and what `refresh()` brings.
        public func observe() -> AsyncStream<ReadUpdate<Value>> {
            let (observer, updates) = LocalObserver.begin(table, of: user, in: database) { [weak self] observer in
                _ = self?.observers.withLock { $0.removeValue(forKey: ObjectIdentifier(observer)) }
            }
            observers.withLock { $0[ObjectIdentifier(observer)] = observer }
            return updates
        }

        /// Asks the store, and returns when whoever observes has the news. They get the failure too that this method throws,
        /// but for `.cancelled`.
        public func refresh() async throws(ReadError) {
            do throws(ReadError) {
                let news = try await fetched()
                for observer in everybody { observer.tell(news) }
                await database.announce()
            } catch {
                guard error != .cancelled else { throw error }
                for observer in everybody { observer.tell(error) }
                throw error
            }
        }

        /// How many observe.
        var observerCount: Int { observers.withLock(\.count) }

        private var everybody: [LocalObserver<Value>] { observers.withLock { Array($0.values) } }

        private typealias Stored = LocalTable<Value>.Stored

        /// Asks the store, keeps its answer, and returns what is kept then; the answer itself counts as live.
        private func fetched() async throws(ReadError) -> Stored {
            let asked = now()
            let erasures = await passingOver { () async throws(LocalDataError) in
                try await database.read(LocalDatabase.erasures(in:))
            }
            let answer = try await remote()
            // What can't be kept has no revision: it is newer than whatever is.
            guard let erasures else { return Stored(revision: .max, snapshot: answer) }
            let asOf = answer.freshness.asOf(asked: asked)
            let outcome = await passingOver { [table, user] () async throws(LocalDataError) in
                // Whoever observes is told by `refresh()`, and only then by the file.
                try await database.write(announced: false) { database -> Stored? in
                    guard try LocalDatabase.erasures(in: database) == erasures else { return nil }
                    if let kept = try table.head(user, database)?.asOf, let asOf, asOf < kept, kept <= asked {
                        return try table.read(user, database)
                    }
                    try table.replace(user, answer, asOf, database)
                    return try table.read(user, database).map { kept in
                        let snapshot = kept.snapshot
                        return Stored(
                            revision: kept.revision,
                            snapshot: Snapshot(
                                snapshot.value,
                                freshness: answer.freshness,
                                unreadable: snapshot.unreadable
                            )
                        )
                    }
                }
            }
            if Task.isCancelled { throw .cancelled }
            guard let outcome else { return Stored(revision: .max, snapshot: answer) }
            guard let stored = outcome else { throw .unauthorised }
            return stored
        }

        /// An answer is shown whatever becomes of what is kept; what is wrong with that is a warning.
        private func passingOver<Result>(_ work: () async throws(LocalDataError) -> Result) async -> Result? {
            do throws(LocalDataError) {
                return try await work()
            } catch {
                if error != .cancelled { database.warn(.notKept(error)) }
                return nil
            }
        }
    }

    extension OfflineFirst: ObserveDeals, RefreshDeals where Value == [Deal] {
        /// Follows the offers.
        public func deals() -> AsyncStream<DealsUpdate> { observe() }
        /// Asks the store for its offers.
        public func refreshDeals() async throws(DealsError) { try await refresh() }
    }
#endif
