import Domain
import Foundation
import Testing

@Suite("Reservations")
struct ReservationTests {
    private func reservation(_ id: String, _ seconds: TimeInterval) -> Reservation {
        Reservation(
            id: ReservationID(id),
            name: InternetName("example.com"),
            confirmation: ConfirmationNumber("1"),
            madeAt: Date(timeIntervalSince1970: seconds)
        )
    }

    @Test("The newest comes first, and of two made at once the lower identifier")
    func order() {
        let sorted = [reservation("b", 1), reservation("a", 1), reservation("c", 2)].sorted(by: Reservation.newestFirst)
        #expect(sorted.map(\.id.rawValue) == ["c", "a", "b"])
    }

    @Test("A key has 1 to 64 letters, digits and hyphens", arguments: ["a", "A-1", String(repeating: "z", count: 64)])
    func key(text: String) {
        #expect(IdempotencyKey(text)?.text == text)
    }

    @Test(
        "Anything else is no key",
        arguments: ["", " ", "a\r\nX-Other: 1", "ä", "a_b", String(repeating: "z", count: 65)]
    )
    func noKey(text: String) {
        #expect(IdempotencyKey(text) == nil)
    }

    @Test("A key that is made has 128 bits, and is one that can be read back")
    func madeKeys() {
        var generator = SplitMix(state: 1)
        let keys = (0..<1000).map { _ in IdempotencyKey(using: &generator) }
        #expect(Set(keys).count == 1000)
        #expect(keys.allSatisfy { $0.text.utf8.count == 32 && IdempotencyKey($0.text) == $0 })
    }
}
