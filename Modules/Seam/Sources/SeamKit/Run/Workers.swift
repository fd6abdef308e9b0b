import Foundation
import Synchronization

/// A fixed number of threads that process a list.
///
/// These are threads and not tasks, because their stacks can be made large: a syntax tree is as deep as the source is nested,
/// and so is the recursion of a visitor.
package enum Workers {
    /// The stack size in virtual memory; only the parts in use take real memory.
    static let stackSize = 512 << 20

    /// Calls `body` with every index below `count`, on `threads` threads, and returns the results in order.
    ///
    /// - Parameter state: creates the state of each thread.
    package static func map<State, Result: Sendable>(
        _ count: Int,
        threads: Int,
        state: @escaping @Sendable () -> State,
        body: @escaping @Sendable (inout State, Int) -> Result
    ) -> [Result] {
        let next = Mutex(0)
        let results = Mutex<[(Int, [Result])]>([])
        // A few indices at a time, so that the lock costs nothing and no thread waits long for the last one.
        let chunk = max(1, min(32, count / (threads * 8)))
        let done = DispatchGroup()
        let shared = SharedRun(next: next, results: results)
        for _ in 0..<max(1, min(threads, count)) {
            done.enter()
            let thread = Thread {
                var own = state()
                while let range = shared.take(chunk, of: count) {
                    let part = range.map { body(&own, $0) }
                    shared.add(part, at: range.lowerBound)
                }
                done.leave()
            }
            thread.stackSize = stackSize
            thread.start()
        }
        done.wait()
        return shared.inOrder()
    }

    /// The state that the threads of one run share.
    private final class SharedRun<Result: Sendable>: Sendable {
        private let next: Mutex<Int>
        private let results: Mutex<[(Int, [Result])]>

        init(next: consuming Mutex<Int>, results: consuming Mutex<[(Int, [Result])]>) {
            self.next = next
            self.results = results
        }

        func take(_ chunk: Int, of count: Int) -> Range<Int>? {
            next.withLock { next in
                guard next < count else { return nil }
                let range = next..<min(count, next + chunk)
                next = range.upperBound
                return range
            }
        }

        func add(_ part: [Result], at start: Int) {
            results.withLock { $0.append((start, part)) }
        }

        func inOrder() -> [Result] {
            results.withLock { parts in
                parts.sort { $0.0 < $1.0 }
                return parts.flatMap { $0.1 }
            }
        }
    }
}
