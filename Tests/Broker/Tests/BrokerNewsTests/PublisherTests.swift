import Domain
import Foundation
import StoreNews
import Testing

extension BrokerTests {
    @Suite("The store's side")
    struct PublisherTests {
        @Test("Observers learn that the store has gone, by its last will or in order, and what it publishes later")
        func lastWill() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let proxy = try CuttingProxy(to: broker.port)
                let publishing = try Publishing(to: proxy.address)
                let first = Deal.sample("D-1")
                publishing.publish(try store.message(first), of: first.id)
                var reader = Reader(try store.news())
                await reader.expect(.connection(.connected), .deal(first))
                proxy.setOpen(false)
                await reader.expect(.connection(.lost(.unavailable)))
                let second = Deal.sample("D-2")
                publishing.publish(try store.message(second), of: second.id)
                proxy.setOpen(true)
                await reader.expect(.connection(.connected), .deal(second))
                publishing.stop()
                await reader.expect(.connection(.lost(.unavailable)))
            }
        }

        @Test("A broker that was killed, and has forgotten everything, gets the latest messages again")
        func forgotten() async throws {
            try await BrokerProcess.with { broker in
                let store = StoreSide(broker)
                let publishing = try Publishing(to: "mqtt://127.0.0.1:\(broker.port)")
                defer { publishing.stop() }
                let (first, second) = (Deal.sample("D-1"), Deal.sample("D-2"))
                publishing.publish(try store.message(first), of: first.id)
                var reader = Reader(try store.news())
                await reader.skip(to: .deal(first))
                broker.kill()
                await reader.skip(to: .connection(.lost(.unavailable)))
                publishing.publish(try store.message(second), of: second.id)
                try await broker.start()
                await reader.skip(to: .deal(second))
                var late = Reader(try store.news())
                #expect(await late.skip(to: .deal(second)).contains(.deal(first)))
            }
        }
    }
}

/// A `BrokerPublisher` at work.
private struct Publishing {
    private let work: Task<Void, Never>
    private let message: AsyncStream<BrokerPublisher.Message>.Continuation

    init(to address: String) throws {
        guard let broker = Broker(address) else { throw BrokerProcess.Failed(description: address) }
        let publisher = BrokerPublisher(
            to: broker,
            as: BrokerCredentials(user: "store", password: "store"),
            loop: BrokerLoop(),
            backoff: NewsBackoff(first: .milliseconds(5), longest: .milliseconds(40)) { Double.random(in: 0...1) },
            clock: ContinuousClock()
        )
        let (messages, message) = AsyncStream<BrokerPublisher.Message>.makeStream()
        self.message = message
        work = Task { await publisher.run(messages) }
    }

    func publish(_ payload: Data, of id: DealID) {
        message.yield(BrokerPublisher.Message(topic: StoreSide.topic(id), payload: payload))
    }

    func stop() { work.cancel() }
}
