import DataSupport
import Domain
import Foundation

extension Freshness {
    /// Creates the freshness of a response.
    ///
    /// A response is live if the store made it for this request or confirmed it now. `Age` is the age of a copy that an
    /// intermediary has returned, with status 200 or 304.
    init(of answer: HTTPAnswer, generatedAt: Date?, requestedAt start: Date) {
        let age = answer.age
        let copied: Freshness = age > 0 ? .cached(asOf: start.addingTimeInterval(-TimeInterval(age))) : .live
        let made = answer.isRevalidated ? .live : Freshness(generatedAt: generatedAt, requestedAt: start)
        self = made.older(copied)
    }
}
