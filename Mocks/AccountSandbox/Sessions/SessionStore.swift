import Foundation

/// Sessions and tokens, in memory and in a file that several processes may share. The file is authoritative while it can be
/// read and written. After a failure the memory is authoritative, and is merged into the file when writing works again.
actor SessionStore {
    private let file: StateFile?
    let tokenLifetime: Duration
    private let now: @Sendable () -> Date
    private let warn: @Sendable (String) -> Void
    private var state = SessionState()
    private var isUnsaved = false
    private var hasWarned = false
    private var isChangingFile = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ configuration: SandboxConfiguration) {
        file = configuration.stateFolder.map { StateFile(folder: $0) }
        tokenLifetime = configuration.tokenLifetime
        now = configuration.now
        warn = configuration.warn
    }

    /// Reads the stored state and finds out whether it can be written.
    func open() async {
        await update { _ in }
    }

    /// Begins a session and returns its identifier.
    func begin(for user: String) async -> String {
        let id = Self.secret()
        await update { [begun = seconds] in
            $0.sessions[id] = SessionState.Session(user: user, begun: begun)
        }
        return id
    }

    /// Returns a new token for the session and its lifetime in whole seconds, or nil if the session doesn't exist.
    func token(for session: String) async -> (token: String, expiresIn: Int)? {
        let token = Self.secret()
        let (lifetime, attoseconds) = tokenLifetime.components
        let expires = seconds + Double(lifetime) + Double(attoseconds) * 1e-18
        var isKnown = false
        await update {
            guard let session = $0.sessions[session] else { return }
            isKnown = true
            $0.tokens[token] = SessionState.Token(user: session.user, expires: expires)
        }
        return isKnown ? (token, max(0, Int(lifetime))) : nil
    }

    /// Returns the user of the token, or nil if it is unknown or expired.
    func user(token: String) -> String? {
        if state.tokens[token] == nil, let file {
            // Another process may have issued the token.
            if case .state(let kept)? = try? file.read() { state.merge(kept) }
        }
        guard let token = state.tokens[token], token.expires > seconds else { return nil }
        return token.user
    }

    /// Returns the current state, including what other processes have changed.
    func current() -> SessionState {
        if let file, !isUnsaved, case .state(let kept)? = try? file.read() { state = kept }
        return state
    }

    var seconds: Double { now().timeIntervalSince1970 }

    func update(_ change: (inout SessionState) -> Void) async {
        guard let file else {
            change(&state)
            state.prune(now: seconds)
            return
        }
        await waitForTurn()
        defer { endTurn() }
        var isApplied = false
        do throws(StateFile.Failure) {
            let lock = try await file.lock()
            defer { lock.release() }
            var next = try kept(in: file)
            if isUnsaved { next.merge(state) }
            change(&next)
            next.prune(now: seconds)
            state = next
            isApplied = true
            try file.write(next)
            isUnsaved = false
        } catch {
            if !isApplied {
                // In a read-only folder the state that an earlier process stored is still valid.
                if case .state(let kept)? = try? file.read() { state.merge(kept) }
                change(&state)
                state.prune(now: seconds)
            }
            isUnsaved = true
            if !hasWarned { warn("The sandbox's state can't be stored (\(error.reason)); it is in memory only.") }
            hasWarned = true
        }
    }

    /// Waits until no other change in this process is under way. The lock of the file is for other processes: it goes to whoever
    /// asks first when it is free, so that one of many changes could wait for too long.
    private func waitForTurn() async {
        guard isChangingFile else {
            isChangingFile = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endTurn() {
        if waiting.isEmpty { isChangingFile = false } else { waiting.removeFirst().resume() }
    }

    /// Returns the stored state; the caller holds the lock. A file that can't be read is renamed, not overwritten.
    private func kept(in file: StateFile) throws(StateFile.Failure) -> SessionState {
        switch try file.read() {
        case nil:
            return SessionState()
        case .state(let state)?:
            return state
        case .unreadable?:
            let name = try file.setAside()
            warn("The sandbox's state can't be read; it is set aside as \(name), and a new one is begun.")
            return SessionState()
        }
    }

    /// Returns 256 bits from the system's generator, in hexadecimal.
    static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The tokens that the REST API grants.
extension SessionStore {
    /// An access token and its refresh token.
    struct Grant: Sendable {
        let user: String
        let accessToken: String
        /// The lifetime of the access token in whole seconds.
        let expiresIn: Int
        let refreshToken: String
    }

    /// The outcome of an attempt to sign in.
    enum Attempt: Equatable, Sendable {
        case accepted, refused
        /// The login is locked for this number of seconds.
        case locked(seconds: Int)
    }

    /// Records an attempt. Consecutive failures are counted; a success resets the count.
    func attempt(_ login: String, isRight: Bool) async -> Attempt {
        var attempt = Attempt.refused
        await update { [now = seconds] in
            if let rest = $0.grants.isLocked(login, now: now) {
                attempt = .locked(seconds: Int(rest.rounded(.up)))
            } else if isRight {
                $0.grants.failures[login] = nil
                attempt = .accepted
            } else {
                $0.grants.fail(login, now: now)
                if let rest = $0.grants.isLocked(login, now: now) {
                    attempt = .locked(seconds: Int(rest.rounded(.up)))
                }
            }
        }
        return attempt
    }

    /// Grants tokens of a new family.
    func grant(to user: String) async -> Grant {
        let family = Self.secret()
        let secret = Self.secret()
        let accessToken = Self.secret()
        await update { [now = seconds, access = access(family)] in
            $0.grants.families[family] = GrantState.Family(user: user, begun: now, secret: secret)
            $0.grants.access[accessToken] = access
        }
        return grant(user, accessToken, family, secret)
    }

    /// Replaces the refresh token. Returns nil if it is unknown. A token that was already replaced ends its family.
    func refresh(_ token: String) async -> Grant? {
        guard let (family, secret) = Self.parts(token) else { return nil }
        let next = Self.secret()
        let accessToken = Self.secret()
        var user: String?
        await update { [access = access(family)] in
            guard let found = $0.grants.families[family] else { return }
            guard found.secret == secret else { return $0.grants.revoke(family) }
            $0.grants.families[family]?.secret = next
            $0.grants.access[accessToken] = access
            user = found.user
        }
        return user.map { grant($0, accessToken, family, next) }
    }

    /// Ends the family of the access or refresh token.
    func revoke(_ token: String) async {
        await update {
            let family = $0.grants.access[token]?.family ?? Self.parts(token)?.family
            if let family { $0.grants.revoke(family) }
        }
    }

    /// Returns the user of the access token, or nil if it is unknown, revoked or expired.
    func user(accessToken token: String) -> String? {
        let grants = current().grants
        guard let access = grants.access[token], access.expires > seconds else { return nil }
        return grants.families[access.family]?.user
    }

    private func access(_ family: String) -> GrantState.Access {
        let (lifetime, attoseconds) = tokenLifetime.components
        return GrantState.Access(family: family, expires: seconds + Double(lifetime) + Double(attoseconds) * 1e-18)
    }

    private func grant(_ user: String, _ accessToken: String, _ family: String, _ secret: String) -> Grant {
        Grant(
            user: user,
            accessToken: accessToken,
            expiresIn: max(0, Int(tokenLifetime.components.seconds)),
            refreshToken: "\(family).\(secret)"
        )
    }

    /// Splits a refresh token, which consists of its family and a secret with a point between them.
    private static func parts(_ token: String) -> (family: String, secret: String)? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}
