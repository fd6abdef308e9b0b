/// Where the tokens of one server are kept on this device. Several processes may share what is behind it.
///
/// An adapter for a keychain keeps one item: the parts of `Tokens`, or the mark that a person signed out. It is readable by
/// its owner alone, on this device alone, and `exclusively` is worth an implementation if other processes renew the
/// same tokens.
public protocol TokenStore: Sendable {
    /// What is kept at this moment. Nothing is remembered between calls: another process may have changed it.
    func load() async throws(TokenStoreError) -> KeptTokens

    /// Replaces what was kept, in one step.
    func save(_ tokens: Tokens) async throws(TokenStoreError)

    /// Forgets the tokens, and keeps that a person signed out.
    func erase() async throws(TokenStoreError)

    /// Runs `work` while no other process that shares the tokens is in the same. A refresh token is good for one use, so
    /// two processes must not use it at once.
    ///
    /// Cancelling the caller is for `work` to notice. Who waits too long for the others goes on beside them.
    func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value
}

extension TokenStore {
    /// Where no other process shares the tokens there is nobody to wait for.
    public func exclusively<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        await work()
    }
}

/// What is kept of a sign-in.
public enum KeptTokens: Hashable, Sendable {
    /// Nobody has signed in here. A legacy token may be exchanged.
    case none
    /// A person signed out. They are not signed in again by an exchange.
    case signedOut
    /// Somebody is signed in.
    case tokens(Tokens)
}

/// Why tokens can't be kept or read back.
public enum TokenStoreError: Error, Hashable, Sendable {
    /// There may be some, and they can't be read at the moment.
    case unreadable
    /// They could not be kept, or not be erased: no room, no permission.
    case unwritable
}

/// Keeps tokens for as long as it lives.
public actor InMemoryTokenStore: TokenStore {
    private var kept: KeptTokens

    /// Keeps nothing unless told otherwise.
    public init(_ kept: KeptTokens = .none) {
        self.kept = kept
    }

    /// As the protocol says; never throws.
    public func load() -> KeptTokens { kept }

    /// As the protocol says; never throws.
    public func save(_ tokens: Tokens) { kept = .tokens(tokens) }

    /// As the protocol says; never throws.
    public func erase() { kept = .signedOut }
}

extension InMemoryTokenStore: CustomReflectable {
    /// Nothing: there are secrets in it.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
