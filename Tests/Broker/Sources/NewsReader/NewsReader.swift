import Domain
import Foundation
import StoreNews

/// Reads the news of `ada` in a persistent session, and prints a line for each piece:
/// `NEWS_TOKEN=... NewsReader mqtt://127.0.0.1:1883 SESSION`.
@main
enum NewsReader {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let broker = Broker(arguments[1]) else { exit(64) }
        let news = BrokerNews(
            from: broker,
            session: .persistent(name: arguments[2], expiry: .seconds(3600)),
            loop: BrokerLoop(),
            sources: BrokerNews.Sources(
                credentials: { _ throws(NewsError) in
                    BrokerCredentials(user: "ada", password: ProcessInfo.processInfo.environment["NEWS_TOKEN"] ?? "")
                },
                settings: AlwaysOn(),
                choices: AnnouncedSettings(AlwaysOn()),
                report: { defect, count in print("dropped \(count): \(defect)") }
            ),
            backoff: NewsBackoff(first: .milliseconds(5), longest: .milliseconds(40)) { Double.random(in: 0...1) },
            clock: ContinuousClock(),
            now: { Date() }
        )
        for await piece in news.news(for: UserID("ada")) {
            switch piece {
            case .deal(let deal): print("deal \(deal.id.rawValue) \(deal.title)")
            case .ended(let id): print("ended \(id.rawValue)")
            case .connection(let connection): print(connection)
            }
            fflush(nil)
        }
    }
}

/// Notifications are on.
private struct AlwaysOn: FetchNotificationSettings, UpdateNotificationSettings {
    func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings> {
        Snapshot(NotificationSettings(confirmed: true), freshness: .live)
    }

    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        NotificationSettings(confirmed: isOn)
    }
}
