import Foundation
import LegacyData
import StoreClient

/// How requests reach a server.
enum Wire: Sendable {
    /// By URLSession in this process.
    case inProcess
    /// By URLSession in processes of this executable, which a response may end without harm.
    case isolated(executable: String)

    /// The way to servers that are not part of this process.
    ///
    /// URLSession of other platforms ends no process, so only Linux needs processes of their own.
    static var toOtherServers: Wire {
        #if os(Linux)
            let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return executable.map { .isolated(executable: $0) } ?? .inProcess
        #else
            .inProcess
        #endif
    }

    func transport(deadline: Duration, largestBody: Int) -> any HTTPTransport {
        switch self {
        case .inProcess:
            URLSessionTransport(deadline: deadline, largestBody: largestBody, clock: ContinuousClock())
        case .isolated(let executable):
            IsolatedTransport(executable, deadline: deadline, largestBody: largestBody)
        }
    }

    /// The way for the requests of the legacy service; `nil` leaves them to its own URLSession.
    ///
    /// - Parameters:
    ///   - deadline: The time limit of one request.
    ///   - waiting: The time for all requests together, if that is limited.
    func legacySend(
        within deadline: Duration,
        together waiting: WaitingTime?
    ) -> (@Sendable (LegacyRequest) async -> LegacyReply)? {
        guard case .isolated = self else { return nil }
        var wire = transport(deadline: deadline, largestBody: 64 << 20)
        if let waiting { wire = BoundedTransport(wire, within: waiting) }
        return { [wire] request in
            guard let url = request.url else { return .malformed }
            do throws(HTTPTransportError) {
                let answer = try await wire.send(
                    HTTPRequest(method: request.method, url: url, headers: request.headers, body: request.body)
                )
                return .response(status: answer.status, body: answer.body)
            } catch {
                switch error {
                case .timedOut, .cancelled: return .timedOut
                case .tooLarge, .malformed: return .malformed
                case .unreachable, .cutOff, .unauthorised: return .unreachable
                }
            }
        }
    }
}
