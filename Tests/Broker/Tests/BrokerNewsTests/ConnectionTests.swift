import Domain
import Foundation
import StoreNews
import Testing

extension BrokerTests {
    @Suite("When the connection is lost")
    struct ConnectionTests {
        private let first = Deal.sample("D-1")
        private let second = Deal.sample("D-2")

        @Test("A broker that was stopped and started is found again, and what is known does not arrive again")
        func restart() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                try store.publish(first)
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected), .deal(first))
                broker.stop()
                await reader.expect(.connection(.lost(.unavailable)))
                try await broker.start()
                await reader.expect(.connection(.connected))
                try store.publish(second)
                await reader.expect(.deal(second))
            }
        }

        @Test("A broker that starts after the observer is found")
        func late() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                try store.publish(first)
                broker.stop()
                var reader = Reader(try store.news())
                await reader.expect(.connection(.lost(.unavailable)))
                try await broker.start()
                await reader.expect(.connection(.connected), .deal(first))
            }
        }

        @Test("A message that was cut in the middle arrives whole over the next connection", arguments: [false, true])
        func cut(isPersistent: Bool) async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let proxy = try CuttingProxy(to: broker.port)
                let session: BrokerSession =
                    isPersistent ? .persistent(name: "ada-1", expiry: .seconds(3600)) : .clean
                var reader = Reader(try store.news(over: proxy.address, session: session))
                await reader.expect(.connection(.connected))
                let long = Deal.sample("D-9", terms: String(repeating: "Once a customer. ", count: 100))
                proxy.cut(after: 900)
                try store.publish(long)
                await reader.expect(.connection(.lost(.unavailable)))
                #expect(proxy.cuts == 1)
                proxy.setOpen(true)
                await reader.expect(.connection(.connected), .deal(long))
                try store.publish(second)
                await reader.expect(.deal(second))
            }
        }

        @Test("What the broker sends again because it missed the receipt arrives once")
        func duplicate() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let proxy = try CuttingProxy(to: broker.port)
                let session = BrokerSession.persistent(name: "ada-1", expiry: .seconds(3600))
                var reader = Reader(try store.news(over: proxy.address, session: session))
                await reader.expect(.connection(.connected))
                proxy.setDeaf(true)
                try store.publish(first)
                await reader.expect(.deal(first))
                proxy.setOpen(false)
                await reader.expect(.connection(.lost(.unavailable)))
                proxy.setDeaf(false)
                proxy.setOpen(true)
                await reader.expect(.connection(.connected))
                try store.publish(second)
                await reader.expect(.deal(second))
            }
        }

        @Test("A process that was killed resumes its session, and learns of an offer that came and went meanwhile")
        func killed() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                try store.publish(first)
                let reader = try LineProcess.reader(port: broker.port)
                _ = try await reader.lines(to: "deal D-1 Two years for one")
                reader.kill()
                let changed = Deal.sample("D-1", title: "Three years for one")
                try store.publish(changed)
                try store.publish(second)
                try store.end(second.id)
                let again = try LineProcess.reader(port: broker.port)
                defer { again.kill() }
                let news = try await again.lines(to: "ended D-2")
                #expect(news.contains("deal D-1 Three years for one"))
            }
        }

        @Test("A clean session gets the latest state of each offer, and nothing about one that came and went")
        func retained() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                try store.publish(first)
                try store.publish(Deal.sample("D-1", title: "Three years for one"))
                try store.publish(second)
                try store.end(second.id)
                var reader = Reader(try store.news())
                await reader.expect(
                    .connection(.connected),
                    .deal(Deal.sample("D-1", title: "Three years for one"))
                )
                try store.publish(Deal.sample("D-3"))
                await reader.expect(.deal(Deal.sample("D-3")))
            }
        }

        @Test("A message that was overtaken on the way is no news")
        func overtaken() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let old = try store.message(first)
                try store.publish(Deal.sample("D-1", title: "Three years for one"))
                var reader = Reader(try store.news())
                await reader.expect(
                    .connection(.connected),
                    .deal(Deal.sample("D-1", title: "Three years for one"))
                )
                try broker.publish(old, to: StoreSide.topic(first.id))
                try store.publish(second)
                await reader.expect(.deal(second))
            }
        }

        @Test("An observer whose task is cancelled leaves the broker")
        func leaves() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let news = try store.news(session: .persistent(name: "ada-1", expiry: .seconds(3600)))
                let task = Task { for await _ in news.news(for: ada) {} }
                try await broker.waitForLog("users/ada/news/deals/+")
                task.cancel()
                await task.value
                try await broker.waitForLog("Client ada-1 disconnected")
            }
        }
    }
}
