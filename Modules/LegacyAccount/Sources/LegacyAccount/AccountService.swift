import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The account of the signed-in user: sign-in, tokens, requests, offline copies.
///
/// Known flaws. They are this class's own and stay as they are; who calls it has to live with them:
/// - The answer is an ambiguous tuple. `(data, error)` is a copy served after a failure, `(nil, nil)` an empty body, and
///   an error envelope this class does not know comes as `(data, nil)`.
/// - On 429 and 5xx a copy is served with a nil error and looks fresh; only `generated_at` inside tells its age.
/// - Concurrent calls without a valid token each exchange (or sign in) for themselves, and the last one wins.
/// - A call can't be cancelled. Cancelling the task that awaits it changes nothing.
/// - It is one per process, and so is its configuration, which is read anew by each call.
/// - Copies belong to a server and a user, not to who was signed in when they were made.
/// - Login and password stay in memory.
/// - On Linux a server that hangs up between status line and headers ends the process (inside URLSession), and a 401
///   with a Basic challenge leaves a URLSession task behind.
public final class AccountService {
    /// Where the server is, who signs in, and where things are kept.
    public struct Configuration {
        /// The server; without one every request fails as `.network`.
        public var baseURL: URL?
        /// What the server is called in the cache; its base URL if nil. For servers whose port changes.
        public var serverName: String?
        /// The folder for session and copies; nothing is kept if nil.
        public var cacheFolder: URL?
        /// Who signs in.
        public var login = ""
        /// The password of `login`.
        public var password = ""
        /// Answer from the copies alone.
        public var isOffline = false
        /// How long a call takes at most, sign-in included. Whole seconds, at least 1.
        public var timeout = 8
        /// Is told, on any thread, when something could not be kept or read back. Never gets secrets.
        public var onWarning: ((String) -> Void)?

        /// Nothing set.
        public init() {}
    }

    /// Set it once, before the first call, from one thread.
    public static var configuration = Configuration()

    /// The one and only.
    public static let shared = AccountService()

    private let lock = NSRecursiveLock()
    private var loaded: StoredSession?
    private let transport = Transport()

    private init() {}

    /// The current token; nil if there is none or it has expired.
    public var accessToken: String? {
        let session = currentSession()
        guard let token = session.token, let expires = session.expires, expires > Date() else { return nil }
        return token
    }

    /// The user who signed in last on this server with the configured login, also if the session has ended since.
    public var userID: String? {
        currentSession().user
    }

    /// Signs in, unless there is a session. Answers what went wrong, or nil.
    public func signIn() async -> AccountServiceError? {
        await withWatchdog({ (nil, .timeout) }) { call in
            if self.currentSession().session != nil { return (nil, nil) }
            if Self.configuration.isOffline { return (nil, .offline) }
            return (nil, await self.login(call))
        }.1
    }

    /// Fetches data of a user. The header above says what the tuple may hold.
    public func fetchData(requestParam: UserRequestParam) async -> (Data?, AccountServiceError?) {
        await withWatchdog({ (self.cachedData(requestParam), .timeout) }) { call in
            await self.load(requestParam, call)
        }
    }

    // MARK: - Requests

    private func load(_ param: UserRequestParam, _ call: Call) async -> (Data?, AccountServiceError?) {
        if Self.configuration.isOffline { return (cachedData(param), .offline) }

        var isRetry = false
        while true {
            let (token, tokenError) = await validToken(call, exchange: isRetry)
            guard let token = token else { return fallback(param, tokenError ?? .unauthorized) }

            var request = makeRequest("legacy/users/\(escape(param.user))/\(param.path)")
            request?.setValue(token, forHTTPHeaderField: "X-Account-Token")
            let reply = await send(request, call)
            if let error = reply.error { return fallback(param, error) }
            if reply.status == 401 {
                if isRetry { return (nil, .unauthorized) }
                isRetry = true
                continue
            }
            if reply.body.isEmpty { return (nil, nil) }
            guard let envelope = Envelope(reply.body) else { return fallback(param, .badResponse) }
            if envelope.status == "OK" {
                guard envelope.names.contains(param.path) else { return fallback(param, .badResponse) }
                keep(reply.body, at: cacheFile(param))
            } else if envelope.code == "NO_SUCH_USER" {
                return (nil, .noSuchUser)
            }
            return (reply.body, nil)
        }
    }

    /// After a failure: what was kept, with the error or (see the flaws) without.
    private func fallback(_ param: UserRequestParam, _ error: AccountServiceError) -> (Data?, AccountServiceError?) {
        switch error {
        case .badCredentials, .unauthorized, .noSuchUser:
            return (nil, error)
        case .server:
            let data = cachedData(param)
            return (data, data == nil ? error : nil)
        case .offline, .network, .timeout, .badResponse:
            return (cachedData(param), error)
        }
    }

    private func makeRequest(_ path: String, form: [(String, String)]? = nil) -> URLRequest? {
        guard var base = Self.configuration.baseURL?.absoluteString else { return nil }
        if !base.hasSuffix("/") { base += "/" }
        guard let url = URL(string: base + path) else { return nil }
        var request = URLRequest(url: url)
        request.timeoutInterval = TimeInterval(max(1, Self.configuration.timeout))
        if let form = form {
            request.httpMethod = "POST"
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(form.map { "\($0)=\(escape($1))" }.joined(separator: "&").utf8)
        }
        return request
    }

    /// Sends, and answers anything but 2xx and 401 as an error.
    private func send(_ request: URLRequest?, _ call: Call) async -> Transport.Reply {
        guard let request = request else { return Transport.Reply(error: .network) }
        var reply = await withCheckedContinuation { continuation in
            call.run { transport.start(request) { continuation.resume(returning: $0) } }
        }
        switch reply.status {
        case _ where reply.error != nil, 200..<300, 401: break
        case 429, 500...: reply.error = .server(reply.status)
        default: reply.error = .badResponse
        }
        return reply
    }

    private func escape(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    // MARK: - Sign-in and tokens

    private func validToken(_ call: Call, exchange: Bool) async -> (String?, AccountServiceError?) {
        if !exchange, let token = accessToken { return (token, nil) }
        if currentSession().session != nil {
            let (token, error) = await exchangeToken(call)
            if error != .unauthorized { return (token, error) }
            change {
                $0.session = nil
                $0.token = nil
            }
        }
        if let error = await login(call) { return (nil, error) }
        return await exchangeToken(call)
    }

    private func exchangeToken(_ call: Call) async -> (String?, AccountServiceError?) {
        guard let session = currentSession().session else { return (nil, .unauthorized) }
        let reply = await send(makeRequest("legacy/token", form: [("session", session)]), call)
        if let error = reply.error { return (nil, error) }
        if reply.status == 401 { return (nil, .unauthorized) }
        guard let envelope = Envelope(reply.body) else { return (nil, .badResponse) }
        if envelope.code == "BAD_SESSION" { return (nil, .unauthorized) }
        guard envelope.status == "OK", let token = envelope.token, let seconds = envelope.expiresIn else {
            return (nil, .badResponse)
        }
        change {
            $0.token = token
            $0.expires = Date(timeIntervalSinceNow: seconds)
        }
        return (token, nil)
    }

    private func login(_ call: Call) async -> AccountServiceError? {
        let (login, password) = (Self.configuration.login, Self.configuration.password)
        let reply = await send(makeRequest("legacy/login", form: [("login", login), ("password", password)]), call)
        if let error = reply.error { return error }
        let envelope = Envelope(reply.body)
        if reply.status == 401 || envelope?.code == "BAD_CREDENTIALS" { return .badCredentials }
        guard envelope?.status == "OK", let user = envelope?.user, let session = envelope?.session else {
            return .badResponse
        }
        change {
            $0.user = user
            $0.session = session
            $0.token = nil
            $0.expires = nil
        }
        return nil
    }

    // MARK: - What is kept

    private var server: String {
        Self.configuration.serverName ?? Self.configuration.baseURL?.absoluteString ?? ""
    }

    private var sessionFile: URL? {
        Self.configuration.cacheFolder?.appendingPathComponent("session.json")
    }

    private func currentSession() -> StoredSession {
        lock.lock()
        defer { lock.unlock() }
        return storedSession()
    }

    private func change(_ body: (inout StoredSession) -> Void) {
        lock.lock()
        var session = storedSession()
        body(&session)
        loaded = session
        let data = try? JSONEncoder().encode(session)
        lock.unlock()
        if let data = data { keep(data, at: sessionFile) }
    }

    /// With the lock held. Another server's or another login's session is as good as none.
    private func storedSession() -> StoredSession {
        let (server, login) = (self.server, Self.configuration.login)
        if let loaded = loaded, loaded.server == server, loaded.login == login { return loaded }
        var session = StoredSession(server: server, login: login)
        if let file = sessionFile, let data = try? Data(contentsOf: file) {
            if let stored = try? JSONDecoder().decode(StoredSession.self, from: data) {
                if stored.server == server, stored.login == login { session = stored }
            } else {
                warn("The stored session can't be read; signing in again.")
            }
        }
        loaded = session
        return session
    }

    /// One file a server, user and path. Capitals are escaped too: some file systems don't tell them from small ones.
    private func cacheFile(_ param: UserRequestParam) -> URL? {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-")
        let names = ["server-" + server, "user-" + param.user, param.path].map {
            $0.addingPercentEncoding(withAllowedCharacters: plain) ?? "-"
        }
        return Self.configuration.cacheFolder?
            .appendingPathComponent("answers")
            .appendingPathComponent(names[0])
            .appendingPathComponent(names[1])
            .appendingPathComponent(names[2] + ".json")
    }

    private func cachedData(_ param: UserRequestParam) -> Data? {
        guard let file = cacheFile(param), let data = try? Data(contentsOf: file) else { return nil }
        if let envelope = Envelope(data), envelope.status == "OK", envelope.names.contains(param.path) { return data }
        warn("The copy of \(param.path) can't be read and is ignored.")
        return nil
    }

    /// A failure to keep something is not a failure of the call.
    private func keep(_ data: Data, at file: URL?) {
        guard let file = file else { return }
        do {
            try writePrivately(data, to: file)
        } catch {
            warn("\(file.lastPathComponent) can't be kept: \(error.localizedDescription)")
        }
    }

    private func warn(_ text: String) {
        Self.configuration.onWarning?(text)
    }

    // MARK: - Watchdog

    private typealias Answer = (Data?, AccountServiceError?)

    /// Answers what `work` answers or, when the time is up, what `late` answers; the rest of the work is dropped.
    private func withWatchdog(_ late: @escaping () -> Answer, _ work: @escaping (Call) async -> Answer) async -> Answer
    {
        await withCheckedContinuation { continuation in
            let call = Call { continuation.resume(returning: $0) }
            let alarm = DispatchWorkItem {
                call.finish(late)
                call.abandon()
            }
            let seconds = max(1, Self.configuration.timeout)
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: alarm)
            Task.detached {
                let answer = await work(call)
                alarm.cancel()
                call.finish { answer }
            }
        }
    }
}
