import Testing

@testable import Tunnel

@MainActor
struct TunnelTests {
    @Test("A list has a line for each relay, and the address")
    func list() {
        #expect(RelayList(count: 3).lines().count == 4)
    }

    @Test("A scene says where the tunnel goes")
    func status() {
        #expect(StatusScene().lines().last == "host relay.example")
    }
}
