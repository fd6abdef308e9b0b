/// The place where the tokens of one server are stored on this device. Several processes may share it.
///
/// An adapter for a keychain stores one item: the parts of `Tokens`, or the mark that a person signed out. Only the owner can
/// read the item, and only on this device. Implement `exclusively` if other processes renew the same tokens.
public protocol TokenStore: Sendable {
    /// Returns what is currently stored. Nothing is cached between calls, because another process may have changed it.
    func load() async throws(TokenStoreError) -> StoredTokens

    /// Replaces the stored tokens atomically, and returns whether it did. Nothing is replaced if something other than
    /// `expected` is stored, so a renewal that began before a sign-out never undoes it. `nil` replaces anything, and queues the
    /// revocation of the tokens that are replaced.
    func save(_ tokens: Tokens, over expected: StoredTokens?) async throws(TokenStoreError) -> Bool

    /// Makes sure that the next `save` has room, as far as that can be known. Called before the store is asked for tokens,
    /// because it then takes the old ones back.
    func reserve() async throws(TokenStoreError)

    /// Erases the tokens, stores that a person signed out, and queues the revocation of the tokens. All of it is atomic.
    func erase() async throws(TokenStoreError)

    /// Queues a token that the store must be asked to revoke. It is used for nothing else.
    func queueRevocation(of token: String) async throws(TokenStoreError)

    /// Returns the tokens that the store must still be asked to revoke.
    func queuedRevocations() async throws(TokenStoreError) -> [String]

    /// Removes a token from that queue.
    func endRevocation(of token: String) async throws(TokenStoreError)

    /// Runs `work` while no other process that shares the tokens runs this method. A refresh token is valid for one use, so two
    /// processes must not use it at the same time.
    ///
    /// If the caller is cancelled, `work` has to notice. A caller that has waited too long for other processes continues
    /// without the lock.
    func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value
}

extension TokenStore {
    /// Runs `work` at once. This default is for stores that no other process shares.
    public func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        await work()
    }
}

/// The stored result of signing in or out.
public enum StoredTokens: Hashable, Sendable {
    /// Nobody has signed in on this device. A legacy token may be exchanged.
    case none
    /// A person signed out. An exchange must not sign them in again.
    case signedOut
    /// A user is signed in.
    case tokens(Tokens)
}

/// Why tokens can't be stored or read back.
public enum TokenStoreError: Error, Hashable, Sendable {
    /// There may be tokens, but they can't be read at the moment, or they belong to somebody else.
    case unreadable
    /// A newer version of the program has stored the tokens in a form that this one doesn't know. They are not touched.
    case newerVersion
    /// The tokens could not be stored or erased: there is no space or no permission.
    case unwritable
}

/// Stores tokens in memory, for as long as the instance exists.
public actor InMemoryTokenStore: TokenStore {
    private var stored: StoredTokens
    private var revocations: [String] = []

    /// Creates a store, which is empty by default.
    public init(_ stored: StoredTokens = .none) {
        self.stored = stored
    }

    /// Returns what is stored; never throws.
    public func load() -> StoredTokens { stored }

    /// Replaces the expected tokens; never throws.
    public func save(_ tokens: Tokens, over expected: StoredTokens?) -> Bool {
        guard expected == nil || expected == stored else { return false }
        if expected == nil, case .tokens(let old) = stored { revocations.append(old.revocable) }
        stored = .tokens(tokens)
        return true
    }

    /// Does nothing; never throws.
    public func reserve() {}

    /// Erases the tokens, and stores that a person signed out; never throws.
    public func erase() {
        if case .tokens(let tokens) = stored { revocations.append(tokens.revocable) }
        stored = .signedOut
    }

    /// Queues a token; never throws.
    public func queueRevocation(of token: String) { revocations.append(token) }

    /// Returns the queue; never throws.
    public func queuedRevocations() -> [String] { revocations }

    /// Removes a token from the queue; never throws.
    public func endRevocation(of token: String) { revocations.removeAll { $0 == token } }
}

extension InMemoryTokenStore: CustomReflectable {
    /// An empty mirror, because the properties are secret.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
