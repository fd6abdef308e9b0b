import Domain
import Foundation
import TestSupport
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

    @Test(
        "A person means a reservation by its identifier, its confirmation number or its name, with a # as it is printed",
        arguments: [
            ("90001", "90001"), ("#90001", "90001"), ("8400007", "90001"), ("#8400007", "90001"),
            ("Example.com", "90001"), ("90002", "90002"), ("#90002", "90003"), ("loom.example", "90002"),
            ("90004", nil), ("#", nil), ("", nil), ("example", nil),
        ] as [(String, String?)]
    )
    func meant(text: String, id: String?) {
        let all = [
            ("90001", "8400007", "example.com"), ("90002", "1", "loom.example"), ("90003", "90002", "a.example"),
        ]
        .map { id, confirmation, name in
            Reservation(
                id: ReservationID(id),
                name: InternetName(name),
                confirmation: ConfirmationNumber(confirmation),
                madeAt: Date(timeIntervalSince1970: 0)
            )
        }
        #expect(Reservation.meant(by: text, among: all)?.id.rawValue == id)
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
