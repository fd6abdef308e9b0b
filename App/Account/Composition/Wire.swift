import Foundation
import LegacyData
import StoreClient

/// How requests reach a server.
enum Wire: Sendable {
    /// By URLSession in this process.
    case inProcess
    /// By URLSession in processes of this executable, which a response may end without harm. `proxies` are the variables of
    /// their environment that name proxies.
    case isolated(executable: String, proxies: [String: String], warn: @Sendable (String) -> Void)

    /// Returns the way to `server`; `nil` stands for the store in this process. This function decides who may use a proxy.
    ///
    /// URLSession of other platforms ends no process, and reads no proxies from the environment, so only Linux needs processes
    /// of their own.
    static func to(_ server: URL?, warn: @escaping @Sendable (String) -> Void) -> Wire {
        #if os(Linux)
            guard let server else { return .inProcess }
            let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return executable.map {
                .isolated(executable: $0, proxies: Proxies.variables(for: server), warn: warn)
            } ?? .inProcess
        #else
            .inProcess
        #endif
    }

    func transport(deadline: Duration, largestBody: Int) -> any HTTPTransport {
        switch self {
        case .inProcess:
            _ = Proxies.removed
            return URLSessionTransport(deadline: deadline, largestBody: largestBody, clock: ContinuousClock())
        case .isolated(let executable, let proxies, let warn):
            return IsolatedTransport(executable, proxies, deadline: deadline, largestBody: largestBody, warn: warn)
        }
    }

    /// The way for the requests of the legacy service; `nil` leaves them to its own URLSession.
    ///
    /// - Parameters:
    ///   - deadline: The time limit of one request.
    ///   - waiting: The time for all requests together, if that is limited.
    ///   - mayLogIn: Whether a request may contain login and password. One that may not fails as if they were wrong.
    func legacySend(
        within deadline: Duration,
        together waiting: WaitingTime?,
        mayLogIn: Bool = true
    ) -> (@Sendable (LegacyRequest) async -> LegacyReply)? {
        if case .inProcess = self, mayLogIn {
            _ = Proxies.removed
            return nil
        }
        var wire = transport(deadline: deadline, largestBody: 64 << 20)
        if let waiting { wire = BoundedTransport(wire, within: waiting) }
        return { [wire] request in
            guard let url = request.url else { return .malformed }
            if !mayLogIn, url.lastPathComponent == "login" { return .response(status: 401, body: Data()) }
            do throws(HTTPTransportError) {
                let answer = try await wire.send(
                    HTTPRequest(method: request.method, url: url, headers: request.headers, body: request.body)
                )
                return .response(status: answer.status, body: answer.body)
            } catch {
                switch error {
                case .timedOut, .cancelled: return .timedOut
                case .tooLarge, .malformed: return .malformed
                case .unreachable, .untrusted, .cutOff, .busy, .unauthorised, .notStored: return .unreachable
                }
            }
        }
    }
}
