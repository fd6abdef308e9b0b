import Domain
import Testing

@Suite("What a search has found")
struct NameMatchesTests {
    @Test("A total below the number of matches is raised to it", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2)])
    func total(said: Int, total: Int) {
        let match = NameMatch(
            name: InternetName("example.com"),
            nameServers: [],
            country: nil,
            createdAt: nil,
            updatedAt: nil,
            expiresAt: nil,
            isDead: nil
        )
        #expect(NameMatches(matches: [match], total: said, duration: .zero).total == total)
    }
}
