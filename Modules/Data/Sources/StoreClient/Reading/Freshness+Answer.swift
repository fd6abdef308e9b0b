import Domain
import Foundation

extension Freshness {
    /// Creates the freshness of a response.
    ///
    /// A response is live if the store made it for this request or confirmed it now. `Age` is the age of a copy that an
    /// intermediary has returned, with status 200 or 304. Times are compared in whole milliseconds, because the store has no
    /// finer ones.
    init(of answer: HTTPAnswer, generatedAt: Date?, requestedAt start: Date) {
        let age = answer.age
        let copied = age > 0 ? start.addingTimeInterval(-TimeInterval(age)) : nil
        if answer.isRevalidated {
            self = copied.map(Freshness.cached) ?? .live
            return
        }
        guard let generatedAt else {
            self = .unknown
            return
        }
        let generated = (generatedAt.timeIntervalSince1970 * 1000).rounded()
        let started = (start.timeIntervalSince1970 * 1000).rounded(.down)
        if generated < started {
            self = .cached(asOf: min(generatedAt, copied ?? generatedAt))
        } else {
            self = copied.map(Freshness.cached) ?? .live
        }
    }

    /// Returns the older of two. An unknown age counts as older than any other.
    func older(_ other: Freshness) -> Freshness {
        switch (self, other) {
        case (.unknown, _), (_, .unknown): .unknown
        case (.cached(let one), .cached(let another)): .cached(asOf: min(one, another))
        case (.cached, .live): self
        case (.live, _): other
        }
    }
}
