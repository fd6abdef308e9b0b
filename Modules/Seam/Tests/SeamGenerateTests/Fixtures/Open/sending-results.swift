protocol Sender {
    func send() -> sending AnyObject  // lacks: its result is `sending`
    func flush()
}

/// A relay.
public protocol Relay: Actor {
    func relay() -> sending AnyObject  // lacks: its result is `sending`
    func close()
}

final class FakeSender: MockSender, Sender {
    func send() -> sending AnyObject { Box() }
}

final class Box {}

extension MockRelay: Relay {
    /// Relays.
    public func relay() -> sending AnyObject { Box() }
}

func checkSendingResults() async throws {
    let fake = FakeSender()
    fake.flush()
    expect(fake.flushCalls.count == 1)
    let relay = MockRelay()
    await (relay as any Relay).close()
    expect(relay.closeCalls.count == 1)
}
