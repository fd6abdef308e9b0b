import Domain
import Testing

@Suite("Profiles")
struct ProfileTests {
    @Test("Points below nothing count as none", arguments: [(-1, 0), (Int.min, 0), (0, 0), (1, 1), (Int.max, Int.max)])
    func points(_ given: Int, _ kept: Int) {
        #expect(Profile(name: "Ada", phone: nil, bonusPoints: given).bonusPoints == kept)
    }
}
