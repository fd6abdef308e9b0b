import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The one URLSession. A delegate rather than completion handlers: an endless body is cut off at `largestBody`, a 401 is
/// told before URLSession on Linux hangs on its challenge, and no redirect carries the token elsewhere.
///
/// `@unchecked Sendable`: `lock` is held whenever `exchanges` or `session` is touched.
final class Transport: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    struct Reply {
        var status = 0
        var body = Data()
        var error: AccountServiceError?
    }

    private struct Exchange {
        var reply = Reply()
        let completion: (Reply) -> Void
    }

    /// In bytes.
    private let largestBody = 64 << 20
    private let lock = NSLock()
    private var exchanges: [Int: Exchange] = [:]
    private var session: URLSession?

    /// Answers a closure that cancels; the completion then comes at once, with `.timeout`.
    func start(_ request: URLRequest, completion: @escaping (Reply) -> Void) -> (() -> Void) {
        lock.lock()
        let session = self.session ?? makeSession()
        self.session = session
        lock.unlock()

        // Not with the lock held: this waits for the session's queue, on which the delegate may wait for the lock.
        let task = session.dataTask(with: request)
        lock.lock()
        exchanges[task.taskIdentifier] = Exchange(completion: completion)
        lock.unlock()
        task.resume()
        return { self.finish(task, dropping: true) { $0.error = .timeout } }
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

    /// Completes, once. A task that goes on is dropped afterwards and elsewhere: `cancel()` can block for seconds.
    private func finish(_ task: URLSessionTask, dropping: Bool, _ change: (inout Reply) -> Void = { _ in }) {
        lock.lock()
        let exchange = exchanges.removeValue(forKey: task.taskIdentifier)
        lock.unlock()
        guard var exchange = exchange else { return }
        change(&exchange.reply)
        exchange.completion(exchange.reply)
        if dropping {
            Thread.detachNewThread {
                task.suspend()
                task.cancel()
            }
        }
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
        if status == 401 { finish(dataTask, dropping: true) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.lock()
        exchanges[dataTask.taskIdentifier]?.reply.body.append(data)
        let size = exchanges[dataTask.taskIdentifier]?.reply.body.count ?? 0
        lock.unlock()
        if size > largestBody {
            finish(dataTask, dropping: true) {
                $0.error = .badResponse
                $0.body = Data()
            }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        finish(task, dropping: false) { reply in
            switch (error as? URLError)?.code {
            case .timedOut?: reply.error = .timeout
            case .unsupportedURL?: reply.error = .badResponse
            default: reply.error = error == nil ? nil : .network
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

#if canImport(FoundationNetworking)
    /// Runs the delegate where URLSession on Linux reads from the network. It reads no faster than the delegate takes
    /// then; on a queue of its own the delegate falls behind an endless body by gigabytes, and `cancel()` with it.
    private final class InlineQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    }
#endif
