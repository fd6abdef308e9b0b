import Foundation

/// One call on its way: answered once, by whoever comes first.
final class Call {
    typealias Answer = (Data?, AccountServiceError?)

    private let lock = NSLock()
    private var completion: ((Answer) -> Void)?
    private var cancel: (() -> Void)?
    private var isAbandoned = false

    init(completion: @escaping (Answer) -> Void) {
        self.completion = completion
    }

    /// Answers, unless somebody has; `answer` is asked only then.
    func finish(_ answer: () -> Answer) {
        lock.lock()
        let completion = self.completion
        self.completion = nil
        lock.unlock()
        completion?(answer())
    }

    /// Starts a request that `abandon` can cancel.
    func run(_ start: () -> (() -> Void)) {
        let cancel = start()
        lock.lock()
        self.cancel = cancel
        let isLate = isAbandoned
        lock.unlock()
        if isLate { cancel() }
    }

    /// Cancels the request that is running, and each that follows.
    func abandon() {
        lock.lock()
        isAbandoned = true
        let cancel = self.cancel
        lock.unlock()
        cancel?()
    }
}
