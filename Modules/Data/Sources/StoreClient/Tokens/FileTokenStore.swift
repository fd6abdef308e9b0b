import DataSupport
import Domain
public import Foundation

/// Stores the tokens of one server in a file: mode 0600, in a folder of mode 0700 that is created if there is none,
/// replaced in one step. The tokens are in it as they are; where the system has a keychain, an adapter for that is the
/// better place.
///
/// The file says which server has issued the tokens. Those of another server are not used, so that a token is never sent
/// to a server that it is not from. A file that can't be understood is set aside under another name, never deleted, and
/// the person is asked to sign in.
public struct FileTokenStore: TokenStore {
    private let folder: URL
    private let server: StoreServer
    private let clock: any Clock<Duration>
    private let warn: @Sendable (String) -> Void

    /// Creates a store over `tokens-SERVER.json` in `folder`, and a lock file beside it.
    ///
    /// - Parameters:
    ///   - server: Which server issues the tokens.
    ///   - clock: Measures how long to wait for other processes, 30 seconds at most.
    ///   - warn: Called on any thread with what was set aside. Never gets secrets.
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

    /// Returns what is stored at this moment.
    public func load() async throws(TokenStoreError) -> KeptTokens {
        let data: Data?
        do throws(SystemError) {
            data = try PrivateFile.contents(of: file)
        } catch {
            throw .unreadable
        }
        guard let data else { return .none }
        if let record = try? JSONDecoder().decode(Record.self, from: data) {
            return record.isOf(server) ? record.kept : .none
        }
        let aside = try setAside()
        warn("The kept sign-in can't be read; it is set aside as \(aside). Sign in again.")
        return .none
    }

    /// Replaces what was stored, in one step.
    public func save(_ tokens: Tokens) async throws(TokenStoreError) {
        try write(Record(tokens, of: server))
    }

    /// Forgets the tokens, and stores that a person signed out.
    public func erase() async throws(TokenStoreError) {
        try write(Record(nil, of: server))
    }

    /// Holds a lock on a file beside the tokens, which are replaced themselves.
    public func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        let lock = try? makeLock()
        // Who waits too long goes on beside the others, and who is cancelled goes on at once: `work` finds out.
        _ = try? await lock?.take(within: .seconds(30), on: clock)
        defer { withExtendedLifetime(lock) {} }
        return await work()
    }

    private var name: String { "tokens-\(server.fileName)" }

    private var file: URL { folder.appendingPathComponent("\(name).json") }

    private func makeLock() throws(SystemError) -> FileLock {
        try PrivateFile.makeFolder(folder)
        return try FileLock(folder.appendingPathComponent("\(name).lock").path)
    }

    private func write(_ record: Record) throws(TokenStoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(record) else { throw .unwritable }
        do throws(SystemError) {
            try PrivateFile.makeFolder(folder)
            try PrivateFile.replace(file, with: data)
        } catch {
            throw .unwritable
        }
    }

    /// Returns the name under which the file is found from now on.
    private func setAside() throws(TokenStoreError) -> String {
        for number in 1... {
            // `link` and not `rename`, which would replace an older one.
            if link(file.path, "\(file.path).corrupt-\(number)") == 0 {
                unlink(file.path)
                return "\(file.lastPathComponent).corrupt-\(number)"
            }
            guard errno == EEXIST else { break }
        }
        throw .unreadable
    }

    /// What stands in the file.
    private struct Record: Codable {
        let version: Int
        /// `nil` in files of versions that did not write it: nobody knows who has issued their tokens.
        let server: String?
        let user: String?
        let accessToken: String?
        let refreshToken: String?
        /// Seconds since 1970.
        let expiresAt: Double?

        init(_ tokens: Tokens?, of server: StoreServer) {
            version = 1
            self.server = server.description
            user = tokens?.user.rawValue
            accessToken = tokens?.accessToken
            refreshToken = tokens?.refreshToken
            expiresAt = tokens?.expiresAt?.timeIntervalSince1970
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            version = try fields.decode(Int.self, forKey: .version)
            server = try fields.decodeIfPresent(String.self, forKey: .server)
            user = try fields.decodeIfPresent(String.self, forKey: .user)
            accessToken = try fields.decodeIfPresent(String.self, forKey: .accessToken)
            refreshToken = try fields.decodeIfPresent(String.self, forKey: .refreshToken)
            expiresAt = try fields.decodeIfPresent(Double.self, forKey: .expiresAt)
            guard version == 1, (user == nil) == (accessToken == nil) else {
                throw DecodingError.dataCorruptedError(forKey: .version, in: fields, debugDescription: "")
            }
        }

        /// Whether `other` has issued the tokens. A server with a name of the app's had the same name in files of versions
        /// that did not write it.
        func isOf(_ other: StoreServer) -> Bool {
            server == other.description || (server == nil && !other.description.contains("://"))
        }

        var kept: KeptTokens {
            guard let user, let accessToken else { return .signedOut }
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
            case version, server, user
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case expiresAt = "expires_at"
        }
    }
}
