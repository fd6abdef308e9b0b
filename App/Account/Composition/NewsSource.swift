import Domain
import Foundation
import StoreClient
import StoreNews

extension Composition {
    /// Where the news of a run come from.
    enum NewsSource: Sendable {
        /// From the store, which is asked again after each interval.
        case polling(every: Duration)
        #if MQTT
            /// From a broker, to which the store publishes.
            case broker(Broker)
        #endif
    }

    /// What news need of the other modules of a user.
    struct NewsNeeds: Sendable {
        let deals: @Sendable () async throws(ReadError) -> Snapshot<[Deal]>
        let settings: any FetchNotificationSettings
        let choices: AnnouncedSettings
        let session: StoreSession
        let diagnostics: any PublishDiagnostic
    }
}

extension Composition.NewsSource {
    /// Returns the news.
    func observe(_ needs: Composition.NewsNeeds) -> any ObserveNews {
        let backoff = NewsBackoff(first: .seconds(1), longest: .seconds(60)) { Double.random(in: 0...1) }
        switch self {
        case .polling(let interval):
            return PolledNews(
                PolledNews.Sources(deals: needs.deals, settings: needs.settings, choices: needs.choices),
                every: interval,
                backoff: backoff,
                clock: ContinuousClock(),
                now: { Date() }
            )
        #if MQTT
            case .broker(let broker):
                return BrokerNews(
                    from: broker,
                    // The broker retains the latest state of each offer, which is all that is shown.
                    session: .clean,
                    loop: BrokerLoop(),
                    sources: BrokerNews.Sources(needs),
                    backoff: backoff,
                    clock: ContinuousClock(),
                    now: { Date() }
                )
        #endif
        }
    }
}
