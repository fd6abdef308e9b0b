package import Domain
package import Foundation

extension Freshness {
    /// Creates the freshness of a response to a request that began at `start`: live if the store made the response for it. Times
    /// are compared in whole milliseconds, because the store has no finer ones.
    package init(generatedAt: Date?, requestedAt start: Date) {
        guard let generatedAt else {
            self = .unknown
            return
        }
        let generated = (generatedAt.timeIntervalSince1970 * 1000).rounded()
        let started = (start.timeIntervalSince1970 * 1000).rounded(.down)
        self = generated < started ? .cached(asOf: generatedAt) : .live
    }

    /// Returns the older of two. An unknown age counts as older than any other.
    package func older(_ other: Freshness) -> Freshness {
        switch (self, other) {
        case (.unknown, _), (_, .unknown): .unknown
        case (.cached(let one), .cached(let another)): .cached(asOf: min(one, another))
        case (.cached, .live): self
        case (.live, _): other
        }
    }
}
