package import Foundation
import Synchronization

/// Prevents any process from storing a user's data after a sign-out.
///
/// Invariant: a write is allowed only if nobody has signed out since its process began (or last signed in). The file contains
/// one byte for each sign-out, so it can't be damaged. Writers share its lock; a sign-out holds it exclusively. It is taken
/// before any other lock, so there is no deadlock.
///
/// Reasons: docs/adr/token-renewal.md.
package final class SignOutFence: Sendable {
    /// Why a write is not allowed.
    package enum Failure: Error, Hashable, Sendable {
        /// Somebody has signed out since the process began.
        case signedOut
        /// The lock isn't available: another process holds it for too long, or the file can't be opened.
        case unavailable(SystemError)
    }

    private let file: URL
    /// The number of sign-outs when the process began; `nil` if it is unknown, and then no write is allowed.
    private let known: Mutex<Int?>

    /// Creates a fence over `file` for a process that begins now. Waits up to two seconds for a sign-out in progress.
    ///
    /// The file is created by the first write or sign-out.
    package init(_ file: URL) {
        self.file = file
        known = Mutex(Self.count(in: file))
    }

    /// Starts anew after a sign-in in this process: data that is written from now on belongs to the new user.
    package func begin() {
        let count = Self.count(in: file)
        known.withLock { $0 = count }
    }

    /// Returns a permission to write. No sign-out happens while it exists. Blocks its thread for up to five seconds.
    package func pass() throws(Failure) -> FileLock {
        try checked(opened { lock throws(SystemError) in try lock.take(.shared, within: .seconds(5)) })
    }

    /// Returns a permission to write, without blocking a thread.
    package func pass(on clock: any Clock<Duration>) async throws(Failure) -> FileLock {
        let lock = try opened { _ throws(SystemError) in true }
        let isTaken: Bool
        do throws(SystemError) {
            isTaken = try await lock.take(.shared, within: .seconds(5), on: clock)
        } catch {
            throw .unavailable(error)
        }
        guard isTaken else { throw .unavailable(SystemError(code: EBUSY)) }
        return try checked(lock)
    }

    /// Erases stored data while no other process writes. Work that began before `count` is called can't write any more.
    ///
    /// - Parameter erase: Calls `count` once the sign-out is certain, before it erases the tokens.
    package func signOut<Value, Reason: Error>(
        on clock: any Clock<Duration>,
        busy: Reason,
        erase: (_ count: @escaping @Sendable () throws(SystemError) -> Void) async throws(Reason) -> Value
    ) async throws(Reason) -> Value {
        let lock: FileLock
        do {
            lock = try opened { _ throws(SystemError) in true }
            guard try await lock.take(within: .seconds(10), pause: .milliseconds(5), on: clock) else { throw busy }
        } catch {
            throw busy
        }
        defer { withExtendedLifetime(lock) {} }
        return try await erase { () throws(SystemError) in try lock.append(0) }
    }

    private func opened(_ take: (FileLock) throws(SystemError) -> Bool) throws(Failure) -> FileLock {
        do throws(SystemError) {
            try PrivateFile.makeFolder(file.deletingLastPathComponent())
            let lock = try FileLock(file.path)
            guard try take(lock) else { throw SystemError(code: EBUSY) }
            return lock
        } catch {
            throw .unavailable(error)
        }
    }

    private func checked(_ lock: FileLock) throws(Failure) -> FileLock {
        guard let size = try? lock.size(), known.withLock({ $0 }) == size else { throw .signedOut }
        return lock
    }

    private static func count(in file: URL) -> Int? {
        guard access(file.path, F_OK) == 0 else { return 0 }
        guard let lock = try? FileLock(reading: file.path),
            (try? lock.take(.shared, within: .seconds(2), pause: .milliseconds(5))) == true
        else { return nil }
        return try? lock.size()
    }
}
