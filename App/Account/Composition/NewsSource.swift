import Domain
import Foundation
import StoreNews

extension Composition {
    /// Where the news of a run come from.
    enum NewsSource: Sendable {
        /// From the store, which is asked again after each interval.
        case polling(every: Duration)
    }
}

extension Composition.NewsSource {
    /// Returns the news over these sources.
    func observe(_ sources: PolledNews.Sources) -> any ObserveNews {
        switch self {
        case .polling(let interval):
            PolledNews(
                sources,
                every: interval,
                backoff: NewsBackoff(first: .seconds(1), longest: .seconds(60)) { Double.random(in: 0...1) },
                clock: ContinuousClock(),
                now: { Date() }
            )
        }
    }
}
