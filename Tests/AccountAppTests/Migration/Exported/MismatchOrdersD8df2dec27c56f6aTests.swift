// Made from a recorded mismatch, whose fixture is orders-d8df2dec27c56f6a.json.
import Foundation
import Strangler
import Testing

@Suite("A recorded mismatch of orders at [0].total.amount")
struct MismatchOrdersD8df2dec27c56f6aTests {
    @Test("The candidate returns what control returned")
    func answersAsControl() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let fixture = try Fixture(contentsOf: folder.appending(path: "orders-d8df2dec27c56f6a.json"))
        let answer = try await replayOrders(fixture.input)
        #expect(answer == fixture.control)
    }
}
