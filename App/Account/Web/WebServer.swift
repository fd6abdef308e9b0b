import FlyingSocks
import Foundation
import LoopbackHTTP

/// What the server sends for a request.
enum WebReply: Sendable {
    case response(Response)
    /// Work that is cancelled when the browser no longer waits for it.
    case awaited(@MainActor @Sendable () async -> Response)
    /// Events for as long as the browser listens.
    case events(AsyncStream<WebEvent>)
}

/// A server-sent event, which the script of the page handles.
struct WebEvent: Sendable {
    enum Kind: String, Sendable {
        case part
        case news
        /// Nothing has changed, and the program is there.
        case beat
        /// The page is no longer right: somebody has signed in or out.
        case reload
    }

    let kind: Kind
    var html: HTML = ""

    fileprivate var bytes: Data {
        let data = html.markup.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
        return Data("event: \(kind.rawValue)\n\(data)\n".utf8)
    }
}

/// Serves browsers on this machine, and lets none of them hold more than a connection: what is long, large or slow ends it.
struct WebServer: Sendable {
    private let listener: LoopbackListener

    var host: String { "127.0.0.1:\(listener.url.port ?? 0)" }

    /// How long a browser may take to send a request, or to read a response.
    private static let patience = Duration.seconds(20)

    /// - Parameters:
    ///   - patience: How long a request may take to arrive.
    ///   - most: How many connections are served at a time. Further ones wait.
    static func start(
        port: UInt16,
        patience: Duration = patience,
        most: Int = 256,
        answer: @escaping @Sendable (IncomingRequest) async -> WebReply
    ) async throws(ListenError) -> WebServer {
        let listener = try await LoopbackListener.start(port: port, most: most) { socket in
            try await serve(socket, patience, answer)
        }
        return WebServer(listener: listener)
    }

    func stop() async { await listener.stop() }

    private static func serve(
        _ socket: AsyncSocket,
        _ patience: Duration,
        _ answer: @escaping @Sendable (IncomingRequest) async -> WebReply
    ) async throws {
        var reader = RequestReader(socket)
        do {
            while true {
                let incoming = try await socket.within(patience) { try await reader.next() }
                switch await answer(incoming.request) {
                case .response(let response):
                    try await send(response.to(incoming.request, keepsAlive: incoming.keepsAlive).bytes, on: socket)
                    if !incoming.keepsAlive { return }
                case .awaited(let work):
                    guard let response = await socket.untilPeerEnds({ await work() }) else { return }
                    return try await send(response.to(incoming.request, keepsAlive: false).bytes, on: socket)
                case .events(let events):
                    let head = WebPage.response(200, type: "text/event-stream", Data()).headOfStream()
                    try await send(head, on: socket)
                    if incoming.request.method == "HEAD" { return }
                    _ = await socket.untilPeerEnds {
                        for await event in events {
                            guard (try? await send(event.bytes, on: socket)) != nil else { return }
                        }
                    }
                    return
                }
            }
        } catch let failure as RequestReader.Failure {
            try await send(WebPage.refusal(of: failure).bytes, on: socket)
            shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
            try await socket.within(patience) { try await reader.drain() }
        }
    }

    private static func send(_ bytes: Data, on socket: AsyncSocket) async throws {
        try await socket.within(patience) { try await socket.write(bytes) }
    }
}

extension AsyncSocket {
    /// Performs `body`, and ends the connection if that takes longer than `limit`, so that a peer that sends or reads slowly
    /// doesn't hold it.
    fileprivate func within<Value>(
        _ limit: Duration,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let alarm = Task { [file = socket.file.rawValue] in
            // The limit is measured in real time: it protects against a real peer.
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            shutdown(file, Int32(SHUT_RDWR))
        }
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        alarm.cancel()
        // Otherwise it could end a later connection that has got the same number.
        await alarm.value
        return try result.get()
    }

    /// Returns what `body` returns; `nil` if the peer closes the connection before, or sends something that nobody waits for.
    /// `body` is cancelled then.
    fileprivate func untilPeerEnds<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                _ = try? await read(atMost: 1)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
