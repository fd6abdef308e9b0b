import Foundation

/// One running call: the first caller of `finish` provides its result.
final class Call {
    typealias Answer = (Data?, AccountServiceError?)

    private let lock = NSLock()
    private var completion: ((Answer) -> Void)?
    private var cancel: (() -> Void)?
    private var isAbandoned = false

    init(completion: @escaping (Answer) -> Void) {
        self.completion = completion
    }

    /// Finishes the call unless it is already finished; `answer` is evaluated only in that case.
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

    /// Cancels the running request and each later one.
    func abandon() {
        lock.lock()
        isAbandoned = true
        let cancel = self.cancel
        lock.unlock()
        cancel?()
    }
}
