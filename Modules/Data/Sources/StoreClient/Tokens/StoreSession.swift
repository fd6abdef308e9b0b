public import Domain
public import Foundation

/// The sign-in with the store: gives out access tokens that are good, whoever asks and however many at once.
///
/// - One renewal is under way at a time. Who asks meanwhile waits for it; who is cancelled leaves it alone.
/// - A renewal reads the token store first, with other processes kept out: somebody may have been quicker.
/// - A renewal that is refused deletes nothing. What was kept stays, until somebody signs in or out.
/// - Signing out wins over a renewal under way, whatever the store answers.
/// - That nobody is signed in is not remembered. The next call looks again.
/// - Where nobody has ever signed in, the credentials for the first sign-in are used, if there are any.
/// - Without those, or if what was kept is no good any more, a legacy token of the same user is exchanged; the legacy token
///   itself stays as it is. A person who signed out is not signed in again by either.
public actor StoreSession {
    /// Why there is no token.
    public enum Failure: Error, Hashable, Sendable {
        /// Nobody is signed in, or not any more.
        case signInNeeded
        /// The store, or the token store, could not be asked.
        case unavailable
        /// The store's answer can't be read.
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
    /// The end of the latest change of what is kept; changes are made one after the other.
    private var latestChange: Task<Void, Never>?
    private var count = 0
    /// What could not be kept is good all the same, until what is kept is something else than it was then.
    private var unsaved: (tokens: Tokens, kept: KeptTokens)?
    /// What the store refused once it refuses for ever.
    private var refusedRefreshToken: String?

    /// Makes a session.
    ///
    /// - Parameters:
    ///   - baseURL: The store; `/auth` is below it.
    ///   - clientID: What the store calls this program, if it wants to know.
    ///   - transport: Must not be an `AuthorizedTransport` of this session, which would wait for itself.
    ///   - store: Where tokens are kept.
    ///   - firstSignIn: Whose account is used as long as nobody has signed in.
    ///   - legacyToken: A token of the legacy code, if there is one. It returns soon when its task is cancelled.
    ///   - now: The time of day.
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

    /// Who is signed in, as far as is kept; asks nobody.
    public var user: UserID? {
        get async {
            guard case .tokens(let tokens)? = try? await kept() else { return nil }
            return tokens.user
        }
    }

    /// Tokens that are good, renewed if they have to be.
    ///
    /// - Parameter refused: An access token that the store has refused although it should be good.
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
            // Who began the renewal may have known less than this caller does.
            if !isJoined || tokens.accessToken != refused { return tokens }
        }
    }

    /// Signs in. What was kept before stays if it throws.
    func signIn(with credentials: Credentials) async throws(SignInError) -> UserID {
        let tokens: Tokens
        do throws(TokenEndpoint.Failure) {
            tokens = try await endpoint.signIn(with: credentials)
        } catch {
            throw SignInError(error)
        }
        if Task.isCancelled {
            Task { await endpoint.revoke(tokens) }
            throw .cancelled
        }
        let isKept = await inTurn { session in await session.save(tokens) }.value
        guard isKept else {
            Task { await endpoint.revoke(tokens) }
            throw .notKept
        }
        return tokens.user
    }

    /// Forgets the tokens here, and then tells the store. Once begun it is carried through.
    func signOut() async throws(SignOutError) {
        if Task.isCancelled { throw .cancelled }
        if let renewal {
            renewal.task.cancel()
            end(renewal.id, .failure(.signInNeeded))
        }
        let erased = await inTurn { session in await session.erase() }.value
        guard case .success(let tokens) = erased else { throw .notErased }
        if let tokens { Task { await endpoint.revoke(tokens) } }
    }

    // MARK: - One renewal for all

    private func begin(refused: String?) {
        count += 1
        let id = count
        let change = inTurn { session in
            let outcome = await session.renewed(refused: refused)
            session.end(id, outcome)
        }
        renewal = Renewal(id: id, task: change)
    }

    /// Gives the outcome to all who wait, unless they have got another.
    private func end(_ id: Int, _ outcome: Outcome) {
        guard renewal?.id == id else { return }
        renewal = nil
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(returning: outcome) }
    }

    /// The outcome of the renewal under way; of its own cancellation if that is first.
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
            switch try await kept() {
            case .signedOut:
                throw .signInNeeded
            case .none:
                return .success(try await firstTokens())
            case .tokens(let tokens) where isGood(tokens, refused):
                return .success(tokens)
            case .tokens(let tokens):
                return .success(try await refreshed(tokens))
            }
        } catch {
            return .failure(error)
        }
    }

    private func refreshed(_ tokens: Tokens) async throws(Failure) -> Tokens {
        guard let token = tokens.refreshToken, token != refusedRefreshToken else {
            return try await exchanged(for: tokens.user)
        }
        do throws(TokenEndpoint.Failure) {
            let renewed = try await endpoint.refresh(token, of: tokens.user)
            return try await kept(renewed)
        } catch .refused {
            // Somebody may have been quicker after all: who did not wait, or has no lock to wait at.
            if case .tokens(let others) = try await kept(), others != tokens { return others }
            refusedRefreshToken = token
            return try await exchanged(for: tokens.user)
        } catch {
            throw Failure(error)
        }
    }

    private func firstTokens() async throws(Failure) -> Tokens {
        guard let firstSignIn else { return try await exchanged(for: nil) }
        do throws(TokenEndpoint.Failure) {
            return try await kept(try await endpoint.signIn(with: firstSignIn))
        } catch {
            throw Failure(error)
        }
    }

    /// - Parameter user: Who has to be meant, if it is known.
    private func exchanged(for user: UserID?) async throws(Failure) -> Tokens {
        guard let legacy = await legacyToken(), user == nil || legacy.user == user else { throw .signInNeeded }
        do throws(TokenEndpoint.Failure) {
            return try await kept(try await endpoint.exchange(legacy))
        } catch {
            throw Failure(error)
        }
    }

    /// Keeps what a renewal has got, unless somebody signed out meanwhile.
    private func kept(_ tokens: Tokens) async throws(TokenEndpoint.Failure) -> Tokens {
        if Task.isCancelled {
            Task { await endpoint.revoke(tokens) }
            throw .cancelled
        }
        if await !save(tokens), let kept = try? await store.load() { unsaved = (tokens, kept) }
        return tokens
    }

    // MARK: - What is kept

    /// Makes a change after those before it, with other processes kept out.
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

    private func kept() async throws(Failure) -> KeptTokens {
        let kept: KeptTokens
        do throws(TokenStoreError) {
            kept = try await store.load()
        } catch {
            throw .unavailable
        }
        guard let unsaved, unsaved.kept == kept else { return kept }
        return .tokens(unsaved.tokens)
    }

    private func save(_ tokens: Tokens) async -> Bool {
        guard (try? await store.save(tokens)) != nil else { return false }
        unsaved = nil
        return true
    }

    /// Answers what was kept before, if it was tokens.
    private func erase() async -> Result<Tokens?, TokenStoreError> {
        let before = try? await kept()
        do throws(TokenStoreError) {
            try await store.erase()
        } catch {
            return .failure(error)
        }
        unsaved = nil
        guard case .tokens(let tokens)? = before else { return .success(nil) }
        return .success(tokens)
    }

    private func isGood(_ tokens: Tokens, _ refused: String?) -> Bool {
        tokens.accessToken != refused && tokens.isGood(at: now())
    }
}

extension StoreSession: CustomReflectable {
    /// Nothing: there are secrets in it.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension StoreSession.Failure {
    fileprivate init(_ failure: TokenEndpoint.Failure) {
        self =
            switch failure {
            case .refused, .locked: .signInNeeded
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
            case .unavailable: .unavailable
            case .malformed: .malformed
            case .cancelled: .cancelled
            }
    }
}
