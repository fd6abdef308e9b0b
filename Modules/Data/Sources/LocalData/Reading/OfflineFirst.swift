public import Domain
public import Foundation
import Synchronization

/// A user's read, offline first.
///
/// Every response of the store is stored on this device. If the store can't be reached, a reader gets the stored value with
/// its true age. An observer gets the stored value at once, and then each update, including those by other processes. A
/// failure erases nothing.
///
/// A response that is older than the stored one does not replace it. A response that arrives after the user was signed out
/// is not stored, and the read fails with `.unauthorised`. If the device can't store a response, the database issues a
/// warning, and the response is shown nevertheless.
///
/// Reasons: docs/adr/stored-data.md.
public final class OfflineFirst<Value: Sendable>: Sendable {
    private let table: LocalTable<Value>
    private let user: UserID
    private let database: LocalDatabase
    private let now: @Sendable () -> Date
    private let remote: @Sendable () async throws(ReadError) -> Snapshot<Value>
    /// Each observer is added before `observe()` returns, so that a later refresh reaches it.
    private let observers = Mutex<[ObjectIdentifier: LocalObserver<Value>]>([:])

    /// Wraps `remote`, which fetches the data of `user` from the store.
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

    /// Fetches from the store, and returns the response, or the stored value if the store can't be reached.
    public func read() async throws(ReadError) -> Snapshot<Value> {
        do throws(ReadError) {
            return try await fetched().snapshot
        } catch {
            guard [.unavailable, .busy, .notStored].contains(error) else { throw error }
            let kept = await passingOver { [table, user] () async throws(LocalDataError) in
                try await database.read { try table.read(user, $0) }
            }
            if Task.isCancelled { throw .cancelled }
            // What can't be read is not the same as nothing.
            guard let kept else { throw .notStored }
            guard let kept else { throw error }
            return kept.snapshot
        }
    }

    /// Observes the stored value and the results of `refresh()`.
    public func observe() -> AsyncStream<ReadUpdate<Value>> {
        let (observer, updates) = LocalObserver.begin(table, of: user, in: database) { [weak self] observer in
            _ = self?.observers.withLock { $0.removeValue(forKey: ObjectIdentifier(observer)) }
        }
        observers.withLock { $0[ObjectIdentifier(observer)] = observer }
        return updates
    }

    /// Fetches from the store, and returns when the observers have the update. They also receive the error that this method
    /// throws, except for `.cancelled`.
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

    /// The number of observers.
    var observerCount: Int { observers.withLock(\.count) }

    private var everybody: [LocalObserver<Value>] { observers.withLock { Array($0.values) } }

    private typealias Stored = LocalTable<Value>.Stored

    /// Fetches from the store, stores the response, and returns what is then stored. The response itself counts as live.
    private func fetched() async throws(ReadError) -> Stored {
        let asked = now()
        let erasures = await passingOver { () async throws(LocalDataError) in
            try await database.read(LocalDatabase.erasures(in:))
        }
        let answer: Snapshot<Value>
        do throws(ReadError) {
            answer = try await remote()
        } catch {
            // What can't be read is not the same as nothing.
            throw erasures == nil && (error == .unavailable || error == .busy) ? .notStored : error
        }
        // A response that can't be stored has no revision. It counts as newer than any stored one.
        guard let erasures else { return Stored(revision: .max, snapshot: answer) }
        let asOf = answer.freshness.asOf(asked: asked)
        let outcome = await passingOver { [table, user] () async throws(LocalDataError) in
            // `refresh()` notifies the observers, and only then the file does.
            try await database.writeUnlessSignedOut(announced: false) { database -> Stored? in
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

    /// Runs `work` on the stored data and issues a warning if it fails, because a response is shown even if storing it
    /// fails.
    private func passingOver<Result>(_ work: () async throws(LocalDataError) -> Result) async -> Result? {
        do throws(LocalDataError) {
            return try await work()
        } catch {
            if error != .cancelled { database.warn(.notStored(error)) }
            return nil
        }
    }
}

extension OfflineFirst: ObserveDeals, RefreshDeals where Value == [Deal] {
    /// Observes the offers.
    public func deals() -> AsyncStream<DealsUpdate> { observe() }
    /// Fetches the offers from the store.
    public func refreshDeals() async throws(DealsError) { try await refresh() }
}
