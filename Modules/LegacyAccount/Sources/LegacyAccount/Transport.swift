import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The only URLSession. It uses a delegate rather than completion handlers for three reasons: an endless body is cut off at
/// `largestBody`, a 401 is reported before URLSession on Linux hangs on its challenge, and no redirect forwards the token.
///
/// `@unchecked Sendable`: `lock` is held during every access to `exchanges` or `session`.
final class Transport: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    struct Reply {
        var status = 0
        var body = Data()
        var error: AccountServiceError?
    }

    private struct Exchange {
        var reply = Reply()
        var completion: ((Reply) -> Void)?
    }

    /// In bytes.
    private let largestBody = 64 << 20
    private let lock = NSLock()
    private var exchanges: [Int: Exchange] = [:]
    private var session: URLSession?

    /// Starts a request. Returns a closure that cancels it; the completion is then called at once, with `.timeout`.
    func start(_ request: URLRequest, completion: @escaping (Reply) -> Void) -> (() -> Void) {
        lock.lock()
        let session = self.session ?? makeSession()
        self.session = session
        lock.unlock()

        // Not with the lock held: this call waits for the session's queue, on which the delegate may wait for the lock.
        let task = session.dataTask(with: request)
        lock.lock()
        exchanges[task.taskIdentifier] = Exchange(completion: completion)
        lock.unlock()
        task.resume()
        return { self.drop(task, .timeout) }
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        #if canImport(FoundationNetworking)
            return URLSession(configuration: configuration, delegate: self, delegateQueue: InlineQueue())
        #else
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        #endif
    }

    /// Completes the exchange once; the task continues.
    private func answer(_ task: URLSessionTask, _ change: (inout Reply) -> Void = { _ in }) {
        lock.lock()
        let exchange = exchanges[task.taskIdentifier]
        exchanges[task.taskIdentifier]?.completion = nil
        lock.unlock()
        guard var reply = exchange?.reply else { return }
        change(&reply)
        exchange?.completion?(reply)
    }

    /// Completes the exchange, and drops the task, which may take seconds. (The task isn't suspended first: that would end the
    /// process if the response is complete at the same moment.)
    private func drop(_ task: URLSessionTask, _ error: AccountServiceError) {
        answer(task) {
            $0.error = error
            $0.body = Data()
        }
        forget(task)
        Thread.detachNewThread { task.cancel() }
    }

    private func forget(_ task: URLSessionTask) {
        lock.lock()
        exchanges[task.taskIdentifier] = nil
        lock.unlock()
    }

    // MARK: - URLSessionDataDelegate

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        lock.lock()
        exchanges[dataTask.taskIdentifier]?.reply.status = status
        lock.unlock()
        completionHandler(.allow)
        if status == 401 { answer(dataTask) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.lock()
        exchanges[dataTask.taskIdentifier]?.reply.body.append(data)
        let size = exchanges[dataTask.taskIdentifier]?.reply.body.count ?? 0
        lock.unlock()
        if size > largestBody { drop(dataTask, .badResponse) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        answer(task) { reply in
            switch (error as? URLError)?.code {
            case .timedOut?: reply.error = .timeout
            case .unsupportedURL?: reply.error = .badResponse
            default: reply.error = error == nil ? nil : .network
            }
        }
        forget(task)
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
