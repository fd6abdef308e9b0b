import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An `HTTPTransport` with a `URLSession` of its own, without cookies, cache or credentials. All requests share its persistent
/// connections. A request that exceeds `deadline` or the size of the body does not affect the others.
///
/// The body of a 401 is not read, because URLSession on Linux never returns from some of its challenges.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: Exchanges
    private let deadline: Duration
    private let clock: any Clock<Duration>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - deadline: The time limit of an exchange, from the request to the last byte of the response, measured by
    ///     `clock`.
    ///   - largestBody: The maximum size of a response's body in bytes.
    ///   - clock: Measures the deadline.
    public init(deadline: Duration, largestBody: Int, clock: any Clock<Duration>) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        // The session's own limit, on silence, never expires first: fractions of a second are cut off on Linux.
        configuration.timeoutIntervalForRequest = TimeInterval(deadline.components.seconds) + 60
        exchanges = Exchanges(largestBody: largestBody)
        #if canImport(FoundationNetworking)
            session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: InlineQueue())
        #else
            session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        #endif
        self.deadline = deadline
        self.clock = clock
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends `request` and returns the response. Throws at once when the deadline or the size of the body is exceeded.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        if Task.isCancelled { throw .cancelled }
        let task = session.dataTask(with: URLRequest(request))
        exchanges.begin(task)
        let alarm = Task { [exchanges, deadline, clock] in
            guard (try? await clock.sleep(for: deadline)) != nil else { return }
            exchanges.give(task, up: .timedOut)
        }
        defer { alarm.cancel() }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                exchanges.resume(task, for: caller)
            }
        } onCancel: {
            exchanges.give(task, up: .cancelled)
        }.get()
    }
}

/// The state of each running request; the session's delegate.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = Result<HTTPAnswer, HTTPTransportError>
    typealias Caller = CheckedContinuation<Outcome, Never>

    private struct Exchange {
        var response: HTTPURLResponse?
        var body = Data()
        var caller: Caller?
        /// The outcome for a caller that arrives after the end.
        var outcome: Outcome?
    }

    private let largestBody: Int
    private let underWay = Mutex<[Int: Exchange]>([:])

    init(largestBody: Int) {
        self.largestBody = largestBody
    }

    func begin(_ task: URLSessionTask) {
        underWay.withLock { $0[task.taskIdentifier] = Exchange() }
    }

    /// Starts the task, unless it has been abandoned, and resumes the caller when it has ended.
    func resume(_ task: URLSessionTask, for caller: Caller) {
        let early: Outcome? = underWay.withLock { underWay in
            guard let outcome = underWay[task.taskIdentifier]?.outcome else {
                underWay[task.taskIdentifier]?.caller = caller
                return nil
            }
            underWay[task.taskIdentifier] = nil
            return outcome
        }
        if let early {
            caller.resume(returning: early)
        } else {
            task.resume()
        }
    }

    /// Ends the exchange for its caller at once, and the task later, because `cancel()` waits while data arrives. (There is no
    /// `suspend()` first: that ends the process if the response is complete at the same moment.)
    func give(_ task: URLSessionTask, up error: HTTPTransportError) {
        guard end(task, { _ in .failure(error) }) else { return }
        DispatchQueue.global().async { task.cancel() }
    }

    /// Ends the exchange once. Returns whether this call has ended it.
    @discardableResult
    private func end(_ task: URLSessionTask, _ outcome: (Exchange) -> Outcome) -> Bool {
        let ended: (caller: Caller?, outcome: Outcome)? = underWay.withLock { underWay in
            guard let exchange = underWay[task.taskIdentifier], exchange.outcome == nil else { return nil }
            let outcome = outcome(exchange)
            underWay[task.taskIdentifier] = exchange.caller == nil ? Exchange(outcome: outcome) : nil
            return (exchange.caller, outcome)
        }
        ended?.caller?.resume(returning: ended?.outcome ?? .failure(.cancelled))
        return ended != nil
    }

    private static func answer(_ exchange: Exchange) -> Outcome {
        guard let response = exchange.response else { return .failure(.unreachable) }
        let headers = Dictionary(uniqueKeysWithValues: response.allHeaderFields.map { ("\($0)", "\($1)") })
        return .success(HTTPAnswer(status: response.statusCode, headers: headers, body: exchange.body))
    }

    // MARK: - URLSessionDataDelegate

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let response = response as? HTTPURLResponse
        underWay.withLock { $0[dataTask.taskIdentifier]?.response = response }
        completionHandler(.allow)
        if response?.statusCode == 401, end(dataTask, Self.answer) {
            DispatchQueue.global().async { dataTask.cancel() }
        }
        if case .success(let answer)? = underWay.withLock({ $0[dataTask.taskIdentifier].map(Self.answer) }),
            answer.hasTwoLengths
        {
            give(dataTask, up: .malformed)
        }
        if let length = response?.expectedContentLength, length > Int64(largestBody) { give(dataTask, up: .tooLarge) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let size = underWay.withLock { underWay in
            underWay[dataTask.taskIdentifier]?.body.append(data)
            return underWay[dataTask.taskIdentifier]?.body.count ?? 0
        }
        if size > largestBody { give(dataTask, up: .tooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task) { exchange in
            guard let error else { return Self.answer(exchange) }
            switch (error as? URLError)?.code {
            case .timedOut?: return .failure(.timedOut)
            case .serverCertificateUntrusted?, .serverCertificateHasBadDate?, .serverCertificateNotYetValid?,
                .serverCertificateHasUnknownRoot?:
                return .failure(.untrusted)
            default: return .failure(exchange.response == nil ? .unreachable : .cutOff)
            }
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.method
        httpBody = request.body
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}

#if canImport(FoundationNetworking)
    /// Runs the delegate on the thread on which URLSession on Linux reads from the network, so that URLSession reads no faster
    /// than the delegate processes. On a queue of its own the delegate would fall behind an endless body by gigabytes, and
    /// `cancel()` with it.
    ///
    /// `@unchecked Sendable`: the class has no state of its own.
    private final class InlineQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
