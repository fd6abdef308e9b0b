import Foundation
import SeamKit

extension Array where Element: Sendable {
    /// Returns the results of `transform` in order. It runs on all cores, in threads with a large stack.
    func mapOnAllCores<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> [Result] {
        guard !isEmpty else { return [] }
        let threads = ProcessInfo.processInfo.activeProcessorCount
        return Workers.map(count, threads: threads, state: {}) { _, index in transform(self[index]) }
    }
}
