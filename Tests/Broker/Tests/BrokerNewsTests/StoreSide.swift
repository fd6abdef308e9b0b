import Domain
import DomainContracts
import Foundation
import StoreNews
import Synchronization

let ada = UserID("ada")

/// The store behind a broker: what it publishes, and the settings and the sign-in of Ada.
final class StoreSide: FetchNotificationSettings, UpdateNotificationSettings {
    private struct State {
        var isOn: Bool
        var version = 0
        var messages: [DealID: Data] = [:]
        /// The token that the client has, and the number of the one that the broker accepts.
        var token = "t-1"
        var tokens = 1
        /// Whether a refused token is renewed.
        var renews = false
        var refused: [String?] = []
        var defects: [NewsDefect: Int] = [:]
    }

    let broker: BrokerProcess
    private let state: Mutex<State>
    private let defect: AsyncStream<Void>
    private let defectFound: AsyncStream<Void>.Continuation

    init(_ broker: BrokerProcess, isOn: Bool = true) {
        self.broker = broker
        state = Mutex(State(isOn: isOn))
        (defect, defectFound) = AsyncStream.makeStream()
    }

    func news(
        over address: String? = nil,
        session: BrokerSession = .clean,
        authorities: URL? = nil,
        settings: AnnouncedSettings? = nil,
        loop: BrokerLoop = BrokerLoop()
    ) throws -> BrokerNews {
        guard
            let address = Broker(address ?? "mqtt://127.0.0.1:\(broker.port)", authorities: authorities)
        else {
            throw BrokerProcess.Failed(description: "no address")
        }
        return BrokerNews(
            from: address,
            session: session,
            loop: loop,
            sources: BrokerNews.Sources(
                credentials: { [self] refused throws(NewsError) in
                    state.withLock { state in
                        state.refused.append(refused)
                        if refused != nil, state.renews { state.token = "t-\(state.tokens)" }
                        return BrokerCredentials(user: "ada", password: state.token)
                    }
                },
                settings: self,
                choices: settings ?? AnnouncedSettings(self),
                report: { [self] defect, count in
                    state.withLock { $0.defects[defect, default: 0] += count }
                    defectFound.yield()
                }
            ),
            backoff: NewsBackoff(first: .milliseconds(5), longest: .milliseconds(40)) {
                Double.random(in: 0...1)
            },
            clock: ContinuousClock(),
            now: { Date() }
        )
    }

    // MARK: - Offers

    func publish(_ deal: Deal) throws {
        try broker.publish(message(deal), to: Self.topic(deal.id))
    }

    func end(_ id: DealID) throws {
        try broker.publish(message(id, ["ended": id.rawValue]), to: Self.topic(id))
    }

    func repeatEverything() throws {
        for (id, message) in state.withLock(\.messages) {
            try broker.publish(message, to: Self.topic(id))
        }
    }

    func publish(raw payload: Data) throws { try broker.publish(payload, to: "users/ada/news/deals/raw") }

    /// Returns a message, which has a higher version than those before it.
    func message(_ deal: Deal) throws -> Data {
        try message(deal.id, ["time_zone": "Europe/Berlin", "deal": deal.fields])
    }

    private func message(_ id: DealID, _ fields: [String: Any]) throws -> Data {
        let version = state.withLock { state in
            state.version += 1
            return state.version
        }
        let message = try JSONSerialization.data(
            withJSONObject: fields.merging(["version": version]) { $1 }
        )
        state.withLock { $0.messages[id] = message }
        return message
    }

    static func topic(_ id: DealID) -> String {
        let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."~"))
        return "users/ada/news/deals/"
            + (id.rawValue.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
    }

    // MARK: - Settings and sign-in

    func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<
        NotificationSettings
    > {
        Snapshot(NotificationSettings(confirmed: state.withLock(\.isOn)), freshness: .live)
    }

    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError)
        -> NotificationSettings
    {
        state.withLock { $0.isOn = isOn }
        return NotificationSettings(confirmed: isOn)
    }

    /// Changes the settings from another device.
    func changeElsewhere(_ isOn: Bool) throws {
        state.withLock { $0.isOn = isOn }
        try broker.publish(Data(#"{"new_deals":\#(isOn)}"#.utf8), to: "users/ada/settings")
    }

    /// Makes the token expire: the broker closes connections with it.
    func expireToken() throws {
        let token = state.withLock { state in
            state.tokens += 1
            return "t-\(state.tokens)"
        }
        try broker.setPassword(token)
    }

    /// Makes the client renew a token that was refused.
    func allowRenewal() { state.withLock { $0.renews = true } }

    /// Gives the client the current token.
    func renewToken() { state.withLock { $0.token = "t-\($0.tokens)" } }

    /// The passwords that the client has said were refused, one for each time it asked for credentials.
    var refusals: [String?] { state.withLock(\.refused) }

    /// Waits until defects of this kind were reported this often.
    func waitForDefects(_ kind: NewsDefect, _ count: Int) async {
        if state.withLock({ $0.defects[kind, default: 0] }) >= count { return }
        for await _ in defect where state.withLock({ $0.defects[kind, default: 0] }) >= count { return }
    }

    var defects: [NewsDefect: Int] { state.withLock(\.defects) }
}

extension Deal {
    fileprivate var fields: [String: Any] {
        var fields: [String: Any] = ["id": id.rawValue, "title": title, "terms": terms]
        if let subtitle { fields["subtitle"] = subtitle }
        switch end {
        case .moment(let moment)?: fields["ends"] = moment.formatted(.iso8601)
        case .day(let day, _)?: fields["ends"] = "\(day)"
        case nil: break
        }
        return fields
    }
}
