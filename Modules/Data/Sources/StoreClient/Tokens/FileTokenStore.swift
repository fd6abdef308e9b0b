import DataSupport
import Domain
public import Foundation

/// Stores the tokens of one server in a file: mode 0600, in a folder of mode 0700 that is created if there is none, replaced
/// atomically. The tokens are not encrypted; if the system has a keychain, use an adapter for that instead.
///
/// The file records which server has issued the tokens. Tokens of another server are not used, so that a token is never sent to
/// a server that didn't issue it. A damaged file is renamed and never deleted, and the person is asked to sign in. A file of a
/// newer version, or of another user of the machine, is not used and not touched.
public struct FileTokenStore: TokenStore {
    private let folder: URL
    private let server: StoreServer
    private let clock: any Clock<Duration>
    private let warn: @Sendable (String) -> Void

    /// Creates a store over `tokens-SERVER.json` in `folder`, and a lock file beside it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file. It is created if there is none.
    ///   - server: The server that issues the tokens.
    ///   - clock: Measures how long to wait for other processes, 30 seconds at most.
    ///   - warn: Called on any thread with a description of what was set aside. The text never contains secrets.
    public init(
        folder: URL,
        server: StoreServer,
        clock: any Clock<Duration>,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.server = server
        self.clock = clock
        self.warn = warn
    }

    /// Returns what is currently stored.
    public func load() async throws(TokenStoreError) -> StoredTokens {
        try record()?.kept ?? .none
    }

    /// Replaces the stored tokens atomically, if they are the expected ones.
    public func save(_ tokens: Tokens, over expected: StoredTokens?) async throws(TokenStoreError) -> Bool {
        try await change { record in
            guard expected == nil || expected == record?.kept ?? StoredTokens.none else { return false }
            var revocations = record?.revocations ?? []
            if expected == nil, case .tokens(let old)? = record?.kept, old.revocable != tokens.revocable {
                revocations.append(old.revocable)
            }
            record = Record(.tokens(tokens), of: server, revocations: revocations)
            return true
        }
    }

    /// Writes a file as large as the next one can become, which the next change writes over. Throws, with a warning, if there
    /// is no room for it or no permission.
    public func reserve() async throws(TokenStoreError) {
        let lock = try lockForChange()
        defer { withExtendedLifetime(lock) {} }
        do throws(SystemError) {
            let size = try PrivateFile.contents(of: file, limit: Self.largest)?.count ?? 0
            // Tokens and identifiers are limited, and so is what a change adds.
            try PrivateFile.reserve(next, bytes: size + 3 * 8_192 + 1_024)
        } catch {
            warn("The sign-in can't be stored on this device (\(error)), so the store isn't asked for a new one.")
            throw .unwritable
        }
    }

    /// Erases the tokens, and stores that a person signed out. Deletes files that were set aside or left by a killed
    /// process, because they may contain tokens.
    public func erase() async throws(TokenStoreError) {
        try await change { record in
            var revocations = record?.revocations ?? []
            if case .tokens(let tokens)? = record?.kept { revocations.append(tokens.revocable) }
            record = Record(.signedOut, of: server, revocations: revocations)
        } orElse: { (data) throws(SystemError) in
            // The new file is the smaller one. On a full disk it is written over the old one, so that nobody stays signed in.
            try PrivateFile.overwrite(file, with: data)
        }
        guard let others = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { throw .unwritable }
        for other in others where isRemnant(other) {
            guard unlink(folder.appendingPathComponent(other).path) == 0 else { throw .unwritable }
        }
    }

    /// Returns whether a file was set aside or is a draft. The file of another server may have a similar name.
    private func isRemnant(_ other: String) -> Bool {
        guard other.hasPrefix("\(file.lastPathComponent).") else { return false }
        let ending = other.dropFirst(file.lastPathComponent.count + 1)
        return ending == "next" || ending.hasSuffix(".draft") || (ending.hasPrefix("corrupt-") && !ending.contains("."))
    }

    /// Queues a token to be revoked. The queue holds the newest 64.
    public func queueRevocation(of token: String) async throws(TokenStoreError) {
        try await change { record in
            let revocations = (record?.revocations ?? []) + [token]
            record = Record(record?.kept ?? .none, of: server, revocations: revocations)
        }
    }

    /// Returns the tokens that the store must still be asked to revoke.
    public func queuedRevocations() async throws(TokenStoreError) -> [String] {
        try record()?.revocations ?? []
    }

    /// Removes a token from that queue.
    public func endRevocation(of token: String) async throws(TokenStoreError) {
        try await change { record in
            guard let revocations = record?.revocations, revocations.contains(token) else { return }
            record = Record(record?.kept ?? .none, of: server, revocations: revocations.filter { $0 != token })
        }
    }

    /// Holds a lock while `work` runs. The lock is on a separate file, because the file with the tokens is replaced.
    public func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        let lock = try? makeLock()
        // A caller that has waited too long, or that is cancelled, continues without the lock; `work` finds out.
        _ = try? await lock?.take(within: .seconds(30), on: clock)
        defer { withExtendedLifetime(lock) {} }
        return await work()
    }

    private var name: String { "tokens-\(server.fileName)" }

    private var file: URL { folder.appendingPathComponent("\(name).json") }

    /// Room for the next contents of `file`. Erasing deletes it too, because it may hold an unfinished draft of them.
    private var next: URL { folder.appendingPathComponent("\(name).json.next") }

    /// The size in bytes of the largest file that is read.
    private static let largest = 1 << 20

    private func makeLock(_ suffix: String = "lock") throws(SystemError) -> FileLock {
        try PrivateFile.makeFolder(folder)
        return try FileLock(folder.appendingPathComponent("\(name).\(suffix)").path)
    }

    /// Returns the contents of the file; `nil` if there is no file, or it belongs to another server.
    private func record() throws(TokenStoreError) -> Record? {
        let data: Data?
        do throws(SystemError) {
            if try PrivateFile.makePrivate(file) {
                warn(
                    "Other users of this machine could read the stored sign-in; now they can't. If one may have done so, sign out."
                )
            }
            data = try PrivateFile.contents(of: file, limit: Self.largest)
        } catch {
            warn("The stored sign-in can't be read (\(error)).")
            throw .unreadable
        }
        guard let data else { return nil }
        if let record = try? JSONDecoder().decode(Record.self, from: data) {
            return record.isOf(server) ? record : nil
        }
        if let version = try? JSONDecoder().decode(Version.self, from: data).version, version > Record.newest {
            throw .newerVersion
        }
        let aside = try setAside()
        warn("The stored sign-in can't be read; it is set aside as \(aside). Sign in again.")
        return nil
    }

    /// Changes the contents of the file. No other process changes them at the same time.
    ///
    /// - Parameter replace: Writes the contents if they can't replace the file.
    private func change<Value>(
        _ body: (inout Record?) -> Value,
        orElse replace: ((Data) throws(SystemError) -> Void)? = nil
    ) async throws(TokenStoreError) -> Value {
        let lock = try lockForChange()
        defer { withExtendedLifetime(lock) {} }
        let before = try record()
        var after = before
        let value = body(&after)
        guard let after, after != before else { return value }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(after) else { throw .unwritable }
        do throws(SystemError) {
            do throws(SystemError) {
                try PrivateFile.replace(file, with: data, over: next)
            } catch {
                guard let replace else { throw error }
                try replace(data)
            }
        } catch {
            warn("The sign-in could not be stored on this device (\(error)).")
            throw .unwritable
        }
        return value
    }

    private func lockForChange() throws(TokenStoreError) -> FileLock {
        do throws(SystemError) {
            let lock = try makeLock("change")
            // A process that holds it for seconds has been stopped.
            guard try lock.take(within: .seconds(2), pause: .milliseconds(2)) else { throw SystemError(code: EBUSY) }
            return lock
        } catch {
            warn("The sign-in can't be changed on this device (\(error)).")
            throw .unwritable
        }
    }

    /// Renames the file and returns its new name.
    private func setAside() throws(TokenStoreError) -> String {
        for number in 1... {
            // `link` and not `rename`, which would overwrite an existing file.
            if link(file.path, "\(file.path).corrupt-\(number)") == 0 {
                unlink(file.path)
                return "\(file.lastPathComponent).corrupt-\(number)"
            }
            guard errno == EEXIST else { break }
        }
        throw .unreadable
    }

    private struct Version: Decodable {
        let version: Int
    }

    /// The contents of the file.
    private struct Record: Codable, Equatable {
        static let newest = 1

        let version: Int
        /// `nil` in files of versions that did not write it: then the issuer of the tokens is unknown.
        let server: String?
        let user: String?
        let accessToken: String?
        let refreshToken: String?
        /// The time of expiry in seconds since 1970.
        let expiresAt: Double?
        /// Tokens that are no longer used, and that the store must still be asked to revoke.
        let revocations: [String]?
        /// `true` if nobody has signed in or out yet, and the file exists only for `revocations`.
        let isFresh: Bool?

        init(_ kept: StoredTokens, of server: StoreServer, revocations: [String]) {
            var tokens: Tokens?
            if case .tokens(let some) = kept { tokens = some }
            version = Self.newest
            self.server = server.description
            user = tokens?.user.rawValue
            accessToken = tokens?.accessToken
            refreshToken = tokens?.refreshToken
            expiresAt = tokens?.expiresAt?.timeIntervalSince1970
            self.revocations = revocations.isEmpty ? nil : revocations.suffix(64)
            isFresh = kept == .none ? true : nil
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            version = try fields.decode(Int.self, forKey: .version)
            server = try fields.decodeIfPresent(String.self, forKey: .server)
            user = try fields.decodeIfPresent(String.self, forKey: .user)
            accessToken = try fields.decodeIfPresent(String.self, forKey: .accessToken)
            refreshToken = try fields.decodeIfPresent(String.self, forKey: .refreshToken)
            expiresAt = try fields.decodeIfPresent(Double.self, forKey: .expiresAt)
            revocations = try fields.decodeIfPresent([String].self, forKey: .revocations)
            isFresh = try fields.decodeIfPresent(Bool.self, forKey: .isFresh)
            // What becomes a part of requests must not be longer than servers read.
            let texts = [user, refreshToken].compactMap { $0 } + (revocations ?? [])
            guard version == Self.newest, (user == nil) == (accessToken == nil),
                accessToken.map(Tokens.isToken) != false,
                texts.allSatisfy({ $0.utf8.count <= 8_192 })
            else {
                throw DecodingError.dataCorruptedError(forKey: .version, in: fields, debugDescription: "")
            }
        }

        /// Returns whether `other` has issued the tokens. In files of versions that did not write the server, a server named by
        /// the app already had the same name.
        func isOf(_ other: StoreServer) -> Bool {
            server == other.description || (server == nil && !other.description.contains("://"))
        }

        var kept: StoredTokens {
            guard let user, let accessToken else { return isFresh == true ? .none : .signedOut }
            return .tokens(
                Tokens(
                    user: UserID(user),
                    accessToken: accessToken,
                    refreshToken: refreshToken,
                    expiresAt: expiresAt.map(Date.init(timeIntervalSince1970:))
                )
            )
        }

        private enum CodingKeys: String, CodingKey {
            case version, server, user, revocations
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case expiresAt = "expires_at"
            case isFresh = "fresh"
        }
    }
}
