import AccountSandbox
import Domain
import DomainContracts
import Foundation
import StoreClient
import StoreNews
import Testing

@Suite("Polled news do what every implementation must do")
struct PolledNewsContractTests {
    @Test("Over a store in memory", arguments: NewsContract.rows)
    func memory(_ row: NewsContract.Row) async throws {
        let contract = NewsContract { situation in
            let store = MemoryStore(situation.deals, isOn: situation.isOn)
            let settings = AnnouncedSettings(store)
            return NewsArrangement(observe: store.news(settings: settings)) { event in
                switch event {
                case .publishes(let deal): store.publish(deal)
                case .ends(let id): store.end(id)
                case .repeatsItself: break
                case .sendsNonsense: store.sendNonsense()
                case .goesAway: store.fail(.unavailable)
                case .asksToSignIn: store.fail(.unauthorised)
                case .comesBack: store.fail(nil)
                case .switches(let isOn, elsewhere: false): _ = try await settings.setNewDeals(isOn, for: ada)
                case .switches(let isOn, elsewhere: true): _ = try await store.setNewDeals(isOn, for: ada)
                }
            }
        }
        try await contract.check(row)
    }

    @Test("Over the store's API", arguments: NewsContract.rows)
    func api(_ row: NewsContract.Row) async throws {
        let server = try await SandboxServer.start()
        do {
            try await contract(over: server).check(row)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    private func contract(over server: SandboxServer) -> NewsContract {
        NewsContract { situation in
            server.setDeals(situation.deals.map(StoreDeal.init))
            await server.changeSettingsElsewhere(of: "ada", newDeals: situation.isOn)
            let api = try await signedIn(to: server)
            let settings = RestSettings(api: api)
            let announced = AnnouncedSettings(settings)
            let news = PolledNews(
                PolledNews.Sources(deals: StoreDeals(api).fetch, settings: settings, choices: announced),
                every: .milliseconds(2),
                backoff: NewsBackoff(first: .milliseconds(1), longest: .milliseconds(4)) { 0.5 },
                clock: ContinuousClock(),
                now: { Date() }
            )
            return NewsArrangement(observe: news) { event in
                switch event {
                case .publishes(let deal): server.publish(StoreDeal(deal))
                case .ends(let id): server.endDeal(id.rawValue)
                case .repeatsItself: break
                // Every second response, so that the others can be read.
                case .sendsNonsense: server.setFaults([SandboxFault(.malformed, rate: 0.5)])
                case .goesAway: server.setFaults([SandboxFault(.unavailable)])
                case .asksToSignIn: server.setFaults([SandboxFault(.unauthorised)])
                case .comesBack: server.setFaults([])
                case .switches(let isOn, elsewhere: false): _ = try await announced.setNewDeals(isOn, for: ada)
                case .switches(let isOn, elsewhere: true):
                    await server.changeSettingsElsewhere(of: "ada", newDeals: isOn)
                }
            }
        }
    }

    private func signedIn(to server: SandboxServer) async throws -> StoreAPI {
        let wire = URLSessionTransport(deadline: .seconds(120), largestBody: 1 << 20, clock: ContinuousClock())
        let session = StoreSession(
            baseURL: server.url,
            clientID: nil,
            transport: wire,
            store: InMemoryTokenStore(),
            legacyToken: { nil },
            now: { Date() }
        )
        let account = SandboxAccount.demo
        _ = try await StoreSignIn(session: session).signIn(
            with: Credentials(login: account.login, password: account.password)
        )
        return StoreAPI(
            baseURL: server.url,
            transport: AuthorizedTransport(session: session, transport: wire),
            now: { Date() }
        )
    }
}

let ada = UserID("ada")

/// The settings as the store has them, without anything stored on the device.
private struct RestSettings: FetchNotificationSettings, UpdateNotificationSettings {
    let api: StoreAPI

    func notificationSettings(of user: UserID) async throws(ReadError) -> Snapshot<NotificationSettings> {
        Snapshot(NotificationSettings(confirmed: try await StoreSettings(api).fetch(user).newDeals), freshness: .live)
    }

    func setNewDeals(_ isOn: Bool, for user: UserID) async throws(SettingsError) -> NotificationSettings {
        let version: String
        do throws(ReadError) {
            version = try await StoreSettings(api).fetch(user).version
        } catch {
            throw SettingsError(error)
        }
        let answer = try await StoreSettings(api).change(user, isOn, UUID().uuidString, version)
        return NotificationSettings(confirmed: answer.newDeals)
    }
}

extension StoreDeal {
    fileprivate init(_ deal: Deal) {
        let end: StoreDeal.End? =
            switch deal.end {
            case .moment(let moment)?: .moment(Int((moment.timeIntervalSince1970 * 1000).rounded()))
            // The day in Europe/Berlin ends at 23:00 UTC in winter.
            case .day(_, let over)?: .day(Int(over.timeIntervalSince1970 / 86_400))
            case nil: nil
            }
        self.init(id: deal.id.rawValue, title: deal.title, subtitle: deal.subtitle, end: end, terms: deal.terms)
    }
}
