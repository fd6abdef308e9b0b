public import Domain
public import Foundation

/// The sign-in with the store: provides valid access tokens to any number of concurrent callers.
///
/// - Only one renewal runs at a time. Other callers wait for it; a caller that is cancelled doesn't cancel it.
/// - A renewal first reads the token store while other processes are locked out, because another process may have renewed the
///   tokens.
/// - A renewal that is refused deletes nothing. The stored tokens remain until a user signs in or out.
/// - Signing out takes precedence over a running renewal, even if the store issues tokens.
/// - The session doesn't remember that nobody has signed in. The next call checks again.
/// - If nobody has ever signed in, the session uses the credentials for the first sign-in, if there are any.
/// - Without those, or if the stored tokens are no longer valid, the session exchanges a legacy token of the same user; the
///   legacy token itself stays valid. Neither signs in a person again who has signed out.
///
/// Reasons: docs/adr/token-renewal.md.
public actor StoreSession {
    /// Why there is no token.
    public enum Failure: Error, Hashable, Sendable {
        /// Nobody has signed in, or the sign-in has ended.
        case signInNeeded
        /// The store asks to wait.
        case busy
        /// The store could not be reached.
        case unavailable
        /// The tokens on this device can't be read, or new ones couldn't be stored. The store was not asked for new ones.
        case notStored
        /// The store's response can't be read.
        case malformed
        /// The calling task was cancelled.
        case cancelled
    }

    private typealias Outcome = Result<Tokens, Failure>

    private struct Renewal {
        let id: Int
        let task: Task<Void, Never>
    }

    private let endpoint: TokenEndpoint
    private let store: any TokenStore
    private let firstSignIn: Credentials?
    private let legacyToken: @Sendable () async -> LegacyToken?
    private let now: @Sendable () -> Date

    private var renewal: Renewal?
    private var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    /// The end of the latest change to the stored tokens. Changes are made one after the other.
    private var latestChange: Task<Void, Never>?
    private var count = 0
    /// Tokens that could not be stored. They stay valid until the stored data differs from what it was then.
    private var unsaved: (tokens: Tokens, kept: StoredTokens)?
    /// The refresh token that the store has permanently refused.
    private var refusedRefreshToken: String?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - baseURL: The store; `/auth` is below it.
    ///   - clientID: The store's identifier of this program, if the store requires one.
    ///   - transport: Must not be an `AuthorizedTransport` of this session, which would wait for itself.
    ///   - store: Stores the tokens.
    ///   - firstSignIn: The credentials that are used as long as nobody has signed in.
    ///   - legacyToken: Returns a token of the legacy code, if there is one. It returns soon after its task is cancelled.
    ///   - now: Returns the time of day.
    public init(
        baseURL: URL,
        clientID: String?,
        transport: any HTTPTransport,
        store: any TokenStore,
        firstSignIn: Credentials? = nil,
        legacyToken: @escaping @Sendable () async -> LegacyToken?,
        now: @escaping @Sendable () -> Date
    ) {
        endpoint = TokenEndpoint(baseURL: baseURL, clientID: clientID, transport: transport, now: now)
        self.store = store
        self.firstSignIn = firstSignIn
        self.legacyToken = legacyToken
        self.now = now
    }

    /// The signed-in user according to the stored tokens. This property sends no request.
    public var user: UserID? {
        get async {
            guard case .tokens(let tokens)? = try? await kept() else { return nil }
            return tokens.user
        }
    }

    /// Returns valid tokens, and renews them if necessary.
    ///
    /// - Parameter refused: An access token that the store has refused although it should be valid.
    public func tokens(refused: String? = nil) async throws(Failure) -> Tokens {
        if Task.isCancelled { throw .cancelled }
        if renewal == nil {
            switch try await kept() {
            case .tokens(let tokens) where isGood(tokens, refused): return tokens
            case .signedOut: throw .signInNeeded
            case .tokens, .none: break
            }
        }
        while true {
            let isJoined = renewal != nil
            if !isJoined { begin(refused: refused) }
            let tokens = try await waited().get()
            // The caller that began the renewal may have known less than this caller does.
            if !isJoined || tokens.accessToken != refused { return tokens }
        }
    }

    /// Signs in, and queues the revocation of the tokens that are replaced. If this method throws, the stored tokens are
    /// unchanged.
    ///
    /// - Parameters:
    ///   - credentials: The login and the password.
    ///   - storing: Called with the user when the store has agreed, and with a function that stores the sign-in. What is stored
    ///     for somebody else has to be erased before that. If it throws, nobody new is signed in.
    public func signIn(
        with credentials: Credentials,
        storing:
            @Sendable (
                _ user: UserID,
                _ store: @Sendable () async throws(SignInError) -> Void
            ) async throws(SignInError) -> Void
    ) async throws(SignInError) -> UserID {
        guard (try? await store.reserve()) != nil else { throw .notStored }
        let tokens: Tokens
        do throws(TokenEndpoint.Failure) {
            tokens = try await endpoint.signIn(with: credentials)
        } catch {
            throw SignInError(error)
        }
        do throws(SignInError) {
            if Task.isCancelled { throw .cancelled }
            try await storing(tokens.user) { [self] () async throws(SignInError) in try await adopt(tokens) }
        } catch {
            await discard(tokens)
            throw error
        }
        return tokens.user
    }

    private func adopt(_ tokens: Tokens) async throws(SignInError) {
        let unsaved = unsaved?.tokens
        let isStored = await inTurn { session in await session.save(tokens, over: nil) == true }.value
        guard isStored else { throw .notStored }
        if let unsaved { try? await store.queueRevocation(of: unsaved.revocable) }
    }

    /// Erases the tokens on this device, and queues their revocation. Once begun, it is completed.
    ///
    /// A renewal in progress, in this or another process, can't undo it: renewed tokens replace only the tokens that the
    /// renewal began with.
    public func forget() async throws(SignOutError) {
        if Task.isCancelled { throw .cancelled }
        if let renewal {
            renewal.task.cancel()
            end(renewal.id, .failure(.signInNeeded))
        }
        let unsaved = unsaved?.tokens
        do throws(TokenStoreError) {
            try await store.erase()
        } catch {
            throw .notErased
        }
        self.unsaved = nil
        if let unsaved { try? await store.queueRevocation(of: unsaved.revocable) }
    }

    /// Notifies the store of the tokens that are no longer needed, and returns whether the queue is empty afterwards. If the
    /// store can't be reached, the tokens stay queued. Stops at the first failure, so it takes about one deadline at most.
    @discardableResult
    public func sendRevocations() async -> Bool {
        for token in (try? await store.queuedRevocations()) ?? [] {
            guard await endpoint.revoke(token) else { return false }
            try? await store.endRevocation(of: token)
        }
        return true
    }

    /// Queues the revocation of tokens that are not used, so that it happens even if this process ends.
    private func discard(_ tokens: Tokens) async {
        let token = tokens.revocable
        let isQueued = (try? await store.queueRevocation(of: token)) != nil
        // Not in this task, which may have been cancelled.
        Task { [endpoint] in
            if isQueued { await sendRevocations() } else { _ = await endpoint.revoke(token) }
        }
    }

    // MARK: - One renewal for all callers

    private func begin(refused: String?) {
        count += 1
        let id = count
        let change = inTurn { session in
            let outcome = await session.renewed(refused: refused)
            session.end(id, outcome)
        }
        renewal = Renewal(id: id, task: change)
    }

    /// Passes the outcome to all waiting callers, unless they already have another.
    private func end(_ id: Int, _ outcome: Outcome) {
        guard renewal?.id == id else { return }
        renewal = nil
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(returning: outcome) }
    }

    /// Returns the outcome of the running renewal, or `.cancelled` if the caller is cancelled first.
    private func waited() async -> Outcome {
        count += 1
        let id = count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                if Task.isCancelled {
                    waiter.resume(returning: .failure(.cancelled))
                } else {
                    waiters[id] = waiter
                }
            }
        } onCancel: {
            Task { await leave(id) }
        }
    }

    private func leave(_ id: Int) {
        waiters.removeValue(forKey: id)?.resume(returning: .failure(.cancelled))
    }

    private func renewed(refused: String?) async -> Outcome {
        do throws(Failure) {
            let stored = try await stored()
            switch kept(stored) {
            case .signedOut:
                throw .signInNeeded
            case .none:
                return .success(try await firstTokens())
            case .tokens(let tokens) where isGood(tokens, refused):
                return .success(tokens)
            case .tokens(let tokens):
                return .success(try await refreshed(tokens, over: stored))
            }
        } catch {
            return .failure(error)
        }
    }

    /// Makes room for new tokens, before the store is asked for any. Those that couldn't be stored would stay valid at the store,
    /// and a renewal takes the old ones back.
    private func reserve() async throws(Failure) {
        do throws(TokenStoreError) {
            try await store.reserve()
        } catch {
            throw .notStored
        }
    }

    /// - Parameter stored: What the token store contained when the renewal began.
    private func refreshed(_ tokens: Tokens, over stored: StoredTokens) async throws(Failure) -> Tokens {
        guard let token = tokens.refreshToken, token != refusedRefreshToken else {
            return try await exchanged(for: tokens.user, over: stored)
        }
        try await reserve()
        do throws(TokenEndpoint.Failure) {
            let renewed = try await endpoint.refresh(token, of: tokens.user)
            return try await keep(renewed, over: stored)
        } catch .refused {
            // Another process may have renewed the tokens after all: one that did not wait, or that has no lock to wait for.
            if case .tokens(let others) = try await kept(), others != tokens { return others }
            refusedRefreshToken = token
            return try await exchanged(for: tokens.user, over: stored)
        } catch {
            throw Failure(error)
        }
    }

    private func firstTokens() async throws(Failure) -> Tokens {
        guard let firstSignIn else { return try await exchanged(for: nil, over: .none) }
        try await reserve()
        do throws(TokenEndpoint.Failure) {
            return try await keep(try await endpoint.signIn(with: firstSignIn), over: .none)
        } catch {
            throw Failure(error)
        }
    }

    /// - Parameter user: The user to whom the tokens must belong, if it is known.
    private func exchanged(for user: UserID?, over stored: StoredTokens) async throws(Failure) -> Tokens {
        guard let legacy = await legacyToken(), user == nil || legacy.user == user else { throw .signInNeeded }
        try await reserve()
        do throws(TokenEndpoint.Failure) {
            return try await keep(try await endpoint.exchange(legacy), over: stored)
        } catch {
            throw Failure(error)
        }
    }

    /// Stores the tokens of a renewal, unless somebody signed out or in in the meantime, in this or another process.
    private func keep(_ tokens: Tokens, over stored: StoredTokens) async throws(TokenEndpoint.Failure) -> Tokens {
        if Task.isCancelled {
            await discard(tokens)
            throw .cancelled
        }
        switch await save(tokens, over: stored) {
        case true?:
            return tokens
        case nil:
            unsaved = (tokens, stored)
            return tokens
        case false?:
            await discard(tokens)
            guard case .tokens(let others)? = try? await store.load() else { throw .cancelled }
            return others
        }
    }

    // MARK: - Storage

    /// Makes a change after those before it, while other processes are locked out.
    private func inTurn<Value: Sendable>(
        _ change: @escaping @Sendable (isolated StoreSession) async -> Value
    ) -> Task<Value, Never> {
        let before = latestChange
        let task = Task { [store] in
            await before?.value
            return await store.exclusively { await change(self) }
        }
        latestChange = Task { _ = await task.value }
        return task
    }

    private func kept() async throws(Failure) -> StoredTokens { kept(try await stored()) }

    private func kept(_ stored: StoredTokens) -> StoredTokens {
        guard let unsaved, unsaved.kept == stored else { return stored }
        return .tokens(unsaved.tokens)
    }

    private func stored() async throws(Failure) -> StoredTokens {
        do throws(TokenStoreError) {
            return try await store.load()
        } catch {
            throw .notStored
        }
    }

    /// Returns whether the stored tokens were still the expected ones; `nil` if nothing could be saved.
    private func save(_ tokens: Tokens, over expected: StoredTokens?) async -> Bool? {
        guard let isSaved = try? await store.save(tokens, over: expected) else { return nil }
        if isSaved { unsaved = nil }
        return isSaved
    }

    private func isGood(_ tokens: Tokens, _ refused: String?) -> Bool {
        tokens.accessToken != refused && tokens.isGood(at: now())
    }
}

extension StoreSession: CustomReflectable {
    /// An empty mirror, because the properties are secret.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension StoreSession.Failure {
    fileprivate init(_ failure: TokenEndpoint.Failure) {
        self =
            switch failure {
            case .refused, .locked: .signInNeeded
            case .busy: .busy
            case .unavailable: .unavailable
            case .malformed: .malformed
            case .cancelled: .signInNeeded
            }
    }
}

extension SignInError {
    fileprivate init(_ failure: TokenEndpoint.Failure) {
        self =
            switch failure {
            case .refused: .wrongCredentials
            case .locked(let until): .locked(until: until)
            case .busy: .busy
            case .unavailable: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
