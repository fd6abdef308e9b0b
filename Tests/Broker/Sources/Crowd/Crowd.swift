import Domain
import Foundation
import StoreNews
import Synchronization

/// Measures many subscribers in one process: `Crowd mqtt://127.0.0.1:1883 [SUBSCRIBERS]`, with a broker that asks for no
/// password. Prints the memory, the threads, and how long an offer takes from its publication to each subscriber.
@main
enum Crowd {
    static let rounds = 50

    static func main() async throws {
        let arguments = CommandLine.arguments
        let count = arguments.count > 2 ? Int(arguments[2]) ?? 1_000 : 1_000
        guard arguments.count > 1, let broker = Broker(arguments[1]) else { exit(64) }
        raiseLimit()
        let backoff = NewsBackoff(first: .milliseconds(100), longest: .seconds(5)) { Double.random(in: 0...1) }
        let (messages, message) = AsyncStream<BrokerPublisher.Message>.makeStream()
        let publisher = BrokerPublisher(
            to: broker,
            as: nil,
            loop: BrokerLoop(),
            backoff: backoff,
            clock: ContinuousClock()
        )
        let publishing = Task { await publisher.run(messages) }

        let tally = Tally()
        let before = try status()
        let news = BrokerNews(
            from: broker,
            session: .clean,
            loop: BrokerLoop(),
            sources: BrokerNews.Sources(
                credentials: { _ throws(NewsError) in BrokerCredentials(user: "ada", password: "none") },
                settings: AlwaysOn(),
                choices: AnnouncedSettings(AlwaysOn()),
                report: { defect, count in print("dropped \(count): \(defect)") }
            ),
            backoff: backoff,
            clock: ContinuousClock(),
            now: { Date() }
        )
        let begin = ContinuousClock.now
        let readers = (0..<count).map { _ in
            Task { for await piece in news.news(for: UserID("ada")) { tally.note(piece) } }
        }
        await tally.wait(forConnections: count)
        print("\(count) subscribers connected in \(begin.duration(to: .now))")
        let after = try status()
        print("memory: \(before.kilobytes) KB before, \(after.kilobytes) KB with them, ", terminator: "")
        print(
            "\((after.kilobytes - before.kilobytes) / count) KB each; threads: \(before.threads), then \(after.threads)"
        )

        for round in 1...rounds {
            let payload = #"{"version":\#(round),"deal":{"id":"R","title":"\#(Tally.now)","terms":""}}"#
            message.yield(BrokerPublisher.Message(topic: "users/ada/news/deals/R", payload: Data(payload.utf8)))
            await tally.wait(forDeals: round * count)
        }
        let delays = tally.delays.sorted()
        func milliseconds(_ part: Double) -> String {
            String(format: "%.1f ms", Double(delays[min(delays.count - 1, Int(part * Double(delays.count)))]) / 1e6)
        }
        print(
            "\(delays.count) deliveries: median \(milliseconds(0.5)), 99 % \(milliseconds(0.99)), longest \(milliseconds(1))"
        )
        print("memory after them: \(try status().kilobytes) KB")
        for reader in readers { reader.cancel() }
        publishing.cancel()
    }

    private static func status() throws -> (kilobytes: Int, threads: Int) {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        func value(_ name: String) -> Int {
            lines.first { $0.hasPrefix(name) }?.split(separator: "\t").last
                .flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        return (value("VmRSS:"), value("Threads:"))
    }

    /// Each subscriber has a socket.
    private static func raiseLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// What has arrived at all subscribers.
private final class Tally: Sendable {
    private struct State {
        var connections = 0
        var delays: [Int64] = []
    }

    private let state = Mutex(State())
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    init() {
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var delays: [Int64] { state.withLock(\.delays) }

    /// Nanoseconds of a clock that all threads share.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func note(_ news: News) {
        let now = Self.now
        state.withLock { state in
            switch news {
            case .connection(.connected): state.connections += 1
            case .deal(let deal): state.delays.append(now - (Int64(deal.title) ?? 0))
            case .connection, .ended: break
            }
        }
        change.yield()
    }

    func wait(forConnections count: Int) async { await wait { $0.connections >= count } }

    func wait(forDeals count: Int) async { await wait { $0.delays.count >= count } }

    private func wait(_ isDone: (State) -> Bool) async {
        if state.withLock({ isDone($0) }) { return }
        for await _ in changes where state.withLock({ isDone($0) }) { return }
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
