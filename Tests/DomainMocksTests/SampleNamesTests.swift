import Domain
import DomainMocks
import Foundation
import Testing

@Suite("The sample names")
struct SampleNamesTests {
    @Test("A search for Med begins with med-med-buy.com, updated on 2018-01-11T05:29:12.517Z")
    func first() async throws {
        let query = try #require(NameQuery("Med"))
        let found = try await MockSearchNames(names: SampleNames.all).names(matching: query)
        #expect(found.value.matches.first?.name == InternetName("med-med-buy.com"))
        #expect(found.value.matches.first?.updatedAt == Date(timeIntervalSince1970: 1_515_648_552.517))
        #expect(found.value.total < SampleNames.all.count)
    }

    @Test("Its names but the first are reserved for examples")
    func reservedNames() {
        for name in SampleNames.all.dropFirst().map(\.name.text) {
            #expect(name.hasSuffix(".example") || name.hasSuffix(".test"))
        }
    }

    @Test("It shows what is seldom seen: internationalised names, one that is dead, one with nothing known")
    func variety() {
        #expect(SampleNames.all.contains { $0.name.text.hasPrefix("xn--") })
        #expect(SampleNames.all.contains { $0.isDead == true })
        #expect(SampleNames.all.contains { $0.updatedAt == nil && $0.country == nil && $0.nameServers.isEmpty })
    }
}
