import Domain
public import Foundation

/// Keeps tokens in a file: mode 0600, in a folder of mode 0700 that is made if there is none, replaced in one step. The
/// tokens are in it as they are; where the system has a keychain, an adapter for that is the better place.
///
/// A file that can't be understood is set aside under another name, never deleted, and the person is asked to sign in.
public struct FileTokenStore: TokenStore {
    private let folder: URL
    private let name: String
    private let clock: any Clock<Duration>
    private let warn: @Sendable (String) -> Void

    /// Makes a store over `NAME.json` in `folder`, and `NAME.lock` beside it.
    ///
    /// - Parameters:
    ///   - name: One for each server: tokens of one are nobody else's business.
    ///   - clock: Measures how long to wait for other processes, 30 seconds at most.
    ///   - warn: Is told, on any thread, what was set aside. Never gets secrets.
    public init(
        folder: URL,
        name: String,
        clock: any Clock<Duration>,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.name = name
        self.clock = clock
        self.warn = warn
    }

    /// As the protocol says.
    public func load() async throws(TokenStoreError) -> KeptTokens {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A part of the path that is no folder means that there is no file either.
            if errno == ENOENT || errno == ENOTDIR { return .none }
            throw .unreadable
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.readToEnd() ?? Data() else { throw .unreadable }
        if let record = try? JSONDecoder().decode(Record.self, from: data) { return record.kept }
        let aside = try setAside()
        warn("The kept sign-in can't be read; it is set aside as \(aside). Sign in again.")
        return .none
    }

    /// As the protocol says.
    public func save(_ tokens: Tokens) async throws(TokenStoreError) {
        try write(Record(tokens))
    }

    /// As the protocol says.
    public func erase() async throws(TokenStoreError) {
        try write(Record.signedOut)
    }

    /// Holds a lock (`flock`) on a file beside the tokens, which are replaced themselves. The system takes it back from a
    /// process that ends.
    public func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        let descriptor = await lock()
        defer { if let descriptor { close(descriptor) } }
        return await work()
    }

    private var path: String { folder.appendingPathComponent("\(name).json").path }

    private func lock() async -> Int32? {
        guard (try? makeFolder()) != nil else { return nil }
        let path = folder.appendingPathComponent("\(name).lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        for _ in 0..<1500 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            // Who is cancelled goes on at once, and `work` finds out.
            guard (try? await clock.sleep(for: .milliseconds(20))) != nil else { break }
        }
        close(descriptor)
        return nil
    }

    private func makeFolder() throws(TokenStoreError) {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unwritable
        }
    }

    private func write(_ record: Record) throws(TokenStoreError) {
        try makeFolder()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(record) else { throw .unwritable }
        let draft = "\(path).\(UUID().uuidString)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(draft)
            throw .unwritable
        }
        guard rename(draft, path) == 0 else {
            unlink(draft)
            throw .unwritable
        }
    }

    /// The name under which the file is found from now on.
    private func setAside() throws(TokenStoreError) -> String {
        for number in 1... {
            // `link` and not `rename`, which would replace an older one.
            if link(path, "\(path).corrupt-\(number)") == 0 {
                unlink(path)
                return "\(name).json.corrupt-\(number)"
            }
            guard errno == EEXIST else { break }
        }
        throw .unreadable
    }

    /// What stands in the file.
    private struct Record: Codable {
        var version = 1
        var user: String?
        var accessToken: String?
        var refreshToken: String?
        /// Seconds since 1970.
        var expiresAt: Double?

        static let signedOut = Record()

        private init() {}

        init(_ tokens: Tokens) {
            user = tokens.user.rawValue
            accessToken = tokens.accessToken
            refreshToken = tokens.refreshToken
            expiresAt = tokens.expiresAt?.timeIntervalSince1970
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            version = try fields.decode(Int.self, forKey: .version)
            user = try fields.decodeIfPresent(String.self, forKey: .user)
            accessToken = try fields.decodeIfPresent(String.self, forKey: .accessToken)
            refreshToken = try fields.decodeIfPresent(String.self, forKey: .refreshToken)
            expiresAt = try fields.decodeIfPresent(Double.self, forKey: .expiresAt)
            guard version == 1, (user == nil) == (accessToken == nil) else {
                throw DecodingError.dataCorruptedError(forKey: .version, in: fields, debugDescription: "")
            }
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
            case version, user
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case expiresAt = "expires_at"
        }
    }
}
