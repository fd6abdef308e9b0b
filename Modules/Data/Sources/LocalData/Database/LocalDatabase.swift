package import DataSupport
public import Domain
public import Foundation
import GRDB

/// The data stored on this device, separately for each user: offers, profile, settings, and the changes that were not sent.
///
/// The database is one SQLite file, which several processes may share, or a database in memory; the code is otherwise the
/// same. Every write is one transaction: a reader sees the old data or the new, even after a crash. A file that turns out
/// to be damaged, when it is opened or in any call, is renamed and a new one begun; that is a warning, not an error.
/// docs/workspace/offline.md has the details.
///
/// Reasons: docs/adr/stored-data.md.
public actor LocalDatabase {
    /// The location of a database.
    public enum Location: Hashable, Sendable {
        /// In this file, which only its owner can read (mode 0600). Its folder is created (0700) if there is none. Two
        /// empty files, `.lock` and `.use`, are created beside it.
        case file(URL)
        /// In this process, until it ends.
        case memory
    }

    private let file: LocalFile?
    private let clock: any Clock<Duration>
    private let onWarning: @Sendable (LocalDataWarning) -> Void
    private let fence: SignOutFence?
    /// The open database; nil after damage was found, until the file is opened again.
    private var current: OpenDatabase?
    /// Why there is neither a file nor a copy of one.
    private var failure = LocalDataError.damaged
    private var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastObserver = 0

    /// Opens a database. A missing file is created, and a file of an earlier version is migrated.
    ///
    /// - Parameters:
    ///   - fence: Nothing is written that it does not let through.
    ///   - owner: The only user of the database, if that is known: what an earlier version stored for others is erased.
    ///   - patience: How long to wait for other processes that have locked the file, here and in every later call.
    ///   - clock: Measures how often an observed file is checked for changes by other processes.
    ///   - now: Returns the time for the names of damaged files.
    ///   - onWarning: Called on any thread with what a person should know.
    package init(
        _ location: Location,
        fence: SignOutFence? = nil,
        owner: UserID? = nil,
        patience: Duration = .seconds(5),
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        onWarning: @escaping @Sendable (LocalDataWarning) -> Void
    ) throws(LocalDataError) {
        self.fence = fence
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
            if let owner { eraseOthers(than: owner, in: opened.queue) }
        }
    }

    /// Copies the database of a file into memory, for reading what can't be opened because that needs to write. What is written
    /// to the copy ends with it. If there is no file, the copy is empty. If the file can't be read either, each call throws.
    package init(
        copyOf url: URL,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        onWarning: @escaping @Sendable (LocalDataWarning) -> Void
    ) {
        fence = nil
        self.clock = clock
        self.onWarning = onWarning
        file = nil
        do throws(LocalDataError) {
            current = try LocalFile(url: url, patience: .zero, now: now).copied()
        } catch {
            failure = error
        }
    }

    /// Erases what an earlier version stored for others than `owner`. Only while nobody has signed in or out since this process
    /// began: `owner` might be somebody else by now.
    private nonisolated func eraseOthers(than owner: UserID, in queue: DatabaseQueue) {
        do {
            guard try queue.read({ try Schema.Others(than: owner, in: $0).exist }),
                let pass = try? fence?.pass()
            else { return }
            defer { withExtendedLifetime(pass) {} }
            let lost = try queue.write { database in
                let others = try Schema.Others(than: owner, in: database)
                try others.erase(from: database)
                return others.pendingChanges
            }
            queue.inDatabase { _ = try? $0.checkpoint(.truncate) }
            onWarning(.erasedOthers(pendingChanges: lost))
        } catch {
            onWarning(.notStored(LocalDataError(error)))
        }
    }

    /// The offers of each user.
    public nonisolated var deals: LocalDeals { LocalDeals(database: self) }
    nonisolated var settings: LocalSettings { LocalSettings(database: self) }
    /// The changes of each user that the store has not confirmed.
    public nonisolated var changes: PendingChanges { PendingChanges(database: self) }

    /// Erases all data of all users but one, so that no trace of it remains in the file. Data that is being fetched for them
    /// at that time will not be stored.
    ///
    /// - Parameters:
    ///   - user: The user whose data stays; `nil` erases everything.
    ///   - discardingPendingChanges: Whether changes that were never sent may be lost.
    /// - Returns: The number of such changes that prevented erasing; if it isn't 0, nothing is erased.
    public func eraseAll(
        except user: UserID?,
        discardingPendingChanges: Bool
    ) async throws(LocalDataError) -> Int {
        let pending = try await using {
            try await $0.write { database in
                let others = try Schema.Others(than: user, in: database)
                guard others.pendingChanges == 0 || discardingPendingChanges else { return others.pendingChanges }
                // A response on its way to whoever it was is not stored.
                if user == nil || others.exist { try others.erase(from: database) }
                return 0
            }
        }
        announce()
        guard pending == 0 else { return pending }
        try await clearSideFile()
        return 0
    }

    /// Moves what was written to the file itself, because the side file still contains the data from before it was erased.
    /// If another connection is reading, this happens later.
    private func clearSideFile() async throws(LocalDataError) {
        do throws(LocalDataError) {
            try await using { queue in
                try await queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            }
        } catch {
            guard error == .locked else { throw error }
        }
    }

    /// Returns how often all data of a user was erased. A response to a request from before the last time belongs to nobody
    /// any more.
    static func erasures(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count FROM erasure") ?? 0
    }

    nonisolated func warn(_ warning: LocalDataWarning) {
        onWarning(warning)
    }
}

// MARK: - Reading and writing

extension LocalDatabase {
    /// Runs `body` in one read-only transaction.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(LocalDataError) -> Value {
        try await using { try await $0.read(body) }
    }

    /// Runs `body`, which reads with a single statement. SQLite itself makes a statement consistent; a transaction around
    /// it makes a page of 50 take half as long again.
    func readOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(LocalDataError) -> Value {
        try await using { try await $0.unsafeRead(body) }
    }

    /// Runs `body` in one transaction.
    ///
    /// - Parameter announced: Whether observers are notified. If not, the caller notifies them with `announce()`.
    func write<Value: Sendable>(
        announced: Bool = true,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(LocalDataError) -> Value {
        let pass = try await pass()
        defer { withExtendedLifetime(pass) {} }
        let value = try await using { try await $0.write(body) }
        if announced { announce() }
        return value
    }

    /// Runs `body` in one transaction; `nil` if somebody has signed out since this process began.
    func writeUnlessSignedOut<Value: Sendable>(
        announced: Bool = true,
        _ body: @escaping @Sendable (Database) throws -> Value?
    ) async throws(LocalDataError) -> Value? {
        do throws(LocalDataError) {
            return try await write(announced: announced, body)
        } catch {
            guard error == .signedOut else { throw error }
            return nil
        }
    }

    private func pass() async throws(LocalDataError) -> FileLock? {
        do throws(SignOutFence.Failure) {
            return try await fence?.pass(on: clock)
        } catch {
            switch error {
            case .signedOut: throw .signedOut
            case .unavailable(let error): throw error.code == EBUSY ? .locked : LocalDataError(errno: error.code)
            }
        }
    }

    /// Notifies observers that something was written.
    func announce() {
        for arrival in observers.values { arrival.yield() }
    }

    /// Runs `work` on the open database. If that reveals damage, the file is set aside, and the work is done on the new
    /// one.
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
        guard let file else { throw failure }
        let database = try file.open(checked: true)
        current = database
        if let moved = database.setAside { onWarning(.setAside(moved)) }
        return database
    }
}

// MARK: - Observing

extension LocalDatabase {
    /// Observes a value: returns the current value, and then each new value, including changes by other processes.
    ///
    /// An error is one of the updates, and the sequence continues. It ends only when its task is cancelled. A slow reader
    /// gets the latest value.
    ///
    /// - Parameters:
    ///   - mark: Reads a small value that differs whenever the value does. It is read after every change to the file.
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

    /// Returns a stream with one element at first, and then one each time this database or another process has written.
    ///
    /// SQLite gives no notification of what another process writes. A number in memory that the processes share says
    /// whether it has (`PRAGMA data_version`). It is checked every second while there is an observer, and never
    /// otherwise.
    private func changed() async -> AsyncStream<Void> {
        let (stream, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        lastObserver += 1
        let number = lastObserver
        observers[number] = arrival
        // The version before the first element: a write after that must produce another element.
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
                try await clock.sleep(for: .seconds(1))
            } catch {
                return
            }
            // A file that can't be checked produces an element, so that the observer gets the error when it reads.
            let version = try? await versionOfFile()
            if version == nil || version != seen { arrival.yield() }
            seen = version
        }
    }

    private nonisolated func versionOfFile() async throws(LocalDataError) -> Int {
        try await read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
}
