import Domain
import DomainContracts
import Foundation
import StoreNews
import Testing

extension BrokerTests {
    @Suite("Do what every implementation must do")
    struct BrokerContractTests {
        @Test("Over a real broker", arguments: NewsContract.rows)
        func rows(_ row: NewsContract.Row) async throws {
            try await BrokerProcess.with { broker in
                let contract = NewsContract(timeLimit: .seconds(60)) { situation in
                    let store = StoreSide(broker, isOn: situation.isOn)
                    for deal in situation.deals { try store.publish(deal) }
                    let settings = AnnouncedSettings(store)
                    let proxy = try CuttingProxy(to: broker.port)
                    let news = try store.news(over: proxy.address, settings: settings)
                    return NewsArrangement(observe: news) { event in
                        switch event {
                        case .publishes(let deal): try store.publish(deal)
                        case .ends(let id): try store.end(id)
                        case .repeatsItself: try store.repeatEverything()
                        case .sendsNonsense: try store.publish(raw: Data("{".utf8))
                        case .goesAway: proxy.setOpen(false)
                        case .asksToSignIn: try store.expireToken()
                        case .comesBack:
                            store.renewToken()
                            proxy.setOpen(true)
                        case .switches(let isOn, elsewhere: false):
                            _ = try await settings.setNewDeals(isOn, for: ada)
                        case .switches(let isOn, elsewhere: true): try store.changeElsewhere(isOn)
                        }
                    }
                }
                try await contract.check(row)
            }
        }
    }
}
