import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The account of the signed-in user: sign-in, tokens, requests, offline copies.
///
/// Two properties were added for this workspace, with the lines that read them, and change nothing if they are nil:
/// `Configuration.exchange`, so that another process can send the requests, and `Configuration.onKeeping`, so that a sign-out
/// can stop other processes from storing what it erases. Everything else is as such code usually is.
///
/// Known flaws. They belong to this class and stay as they are; its callers have to live with them:
/// - The result is an ambiguous tuple. `(data, error)` is a copy served after a failure, `(nil, nil)` an empty body, and an
///   error envelope this class does not know comes as `(data, nil)`.
/// - On 429 and 5xx a copy is served with a nil error and looks fresh; only `generated_at` inside shows its age.
/// - Concurrent calls without a valid token each exchange the session (or sign in) on their own, and the last one wins.
/// - A call can't be cancelled. Cancelling the task that awaits it has no effect.
/// - There is one instance per process, and one configuration, which each call reads again.
/// - Copies belong to a server and a user, not to the user who was signed in when they were made.
/// - Login and password stay in memory.
/// - On Linux a server that closes the connection between status line and headers ends the process (inside URLSession), and a
///   401 with a Basic challenge leaks a URLSession task.
public final class AccountService {
    /// The server, the credentials, and where data is stored.
    public struct Configuration {
        /// The server's base URL; without it every request fails as `.network`.
        public var baseURL: URL?
        /// The server's name in the cache, or nil to use its base URL. For servers whose port changes.
        public var serverName: String?
        /// The folder for session and copies; nothing is stored if nil.
        public var cacheFolder: URL?
        /// The login of the user.
        public var login = ""
        /// The password of `login`.
        public var password = ""
        /// Whether results come only from the stored copies.
        public var isOffline = false
        /// The maximum duration of a call, sign-in included. Whole seconds, at least 1.
        public var timeout = 8
        /// Carries out requests in place of this class's own URLSession, and returns a closure that cancels. The completion is
        /// called once, with status and body, or with an error. If nil, URLSession carries them out.
        public var exchange:
            ((URLRequest, @escaping @Sendable (Int, Data, AccountServiceError?) -> Void) -> () -> Void)?
        /// Called on any thread to run each write of a file, or to skip it. If nil, every write is run.
        public var onKeeping: ((() throws -> Void) throws -> Void)?
        /// Called on any thread when a value can't be stored or read back. The message never contains secrets.
        public var onWarning: ((String) -> Void)?

        /// Creates an empty configuration.
        public init() {}
    }

    /// The configuration of the process. Set it once, before the first call, from one thread.
    public static var configuration = Configuration()

    /// The only instance.
    public static let shared = AccountService()

    private let lock = NSRecursiveLock()
    private var loaded: StoredSession?
    private let transport = Transport()

    private init() {}

    /// The current token, or nil if there is none or it has expired.
    public var accessToken: String? {
        let session = currentSession()
        guard let token = session.token, let expires = session.expires, expires > Date() else { return nil }
        return token
    }

    /// The user who last signed in on this server with the configured login, even if the session has ended since.
    public var userID: String? {
        currentSession().user
    }

    /// Signs in unless there is a session. Returns what went wrong, or nil.
    public func signIn() async -> AccountServiceError? {
        await withWatchdog({ (nil, .timeout) }) { call in
            if self.currentSession().session != nil { return (nil, nil) }
            if Self.configuration.isOffline { return (nil, .offline) }
            return (nil, await self.login(call))
        }.1
    }

    /// Fetches data of a user. The class comment describes the tuple.
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

    /// Returns the stored copy after a failure, with the error or (see the flaws) without.
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

    /// Sends a request. Returns an error for any status but 2xx and 401.
    private func send(_ request: URLRequest?, _ call: Call) async -> Transport.Reply {
        guard let request = request else { return Transport.Reply(error: .network) }
        var reply = await withCheckedContinuation { continuation in
            call.run { start(request) { continuation.resume(returning: $0) } }
        }
        switch reply.status {
        case _ where reply.error != nil, 200..<300, 401: break
        case 429, 500...: reply.error = .server(reply.status)
        default: reply.error = .badResponse
        }
        return reply
    }

    private func start(_ request: URLRequest, completion: @escaping (Transport.Reply) -> Void) -> (() -> Void) {
        guard let exchange = Self.configuration.exchange else {
            return transport.start(request, completion: completion)
        }
        return exchange(request) { status, body, error in
            completion(Transport.Reply(status: status, body: body, error: error))
        }
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

    // MARK: - Storage

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

    /// Returns the stored session; the caller holds the lock. The session of another server or another login counts as none.
    private func storedSession() -> StoredSession {
        let (server, login) = (self.server, Self.configuration.login)
        if let loaded = loaded, loaded.server == server, loaded.login == login { return loaded }
        var session = StoredSession(server: server, login: login)
        if let file = sessionFile, let data = storedData(file) {
            if let stored = try? JSONDecoder().decode(StoredSession.self, from: data), stored.canBeSent {
                if stored.server == server, stored.login == login { session = stored }
            } else {
                warn("The stored session can't be read; signing in again.")
            }
        }
        loaded = session
        return session
    }

    /// Returns the file of a copy: one file for each server, user and path. Upper-case letters are escaped too, because some
    /// file systems ignore case.
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
        guard let file = cacheFile(param), let data = storedData(file) else { return nil }
        if let envelope = Envelope(data), envelope.status == "OK", envelope.names.contains(param.path) { return data }
        warn("The copy of \(param.path) can't be read and is ignored.")
        return nil
    }

    /// Stores a copy. If that fails, the call doesn't fail.
    private func keep(_ data: Data, at file: URL?) {
        guard let file = file else { return }
        do {
            let write = { try writePrivately(data, to: file) }
            try Self.configuration.onKeeping?(write) ?? write()
        } catch {
            warn("\(file.lastPathComponent) can't be stored: \(error.localizedDescription)")
        }
    }

    private func warn(_ text: String) {
        Self.configuration.onWarning?(text)
    }

    // MARK: - Watchdog

    private typealias Answer = (Data?, AccountServiceError?)

    /// Returns the result of `work`, or the result of `late` when the time is up; the rest of the work is dropped.
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
