import Foundation
import Testing

@testable import Strangler

@Suite("Specimens and fixtures", .timeLimit(.minutes(15)))
struct FixtureTests {
    @Test("A mismatched run is kept as a specimen, from which a fixture is made")
    func kept() async throws {
        let fixture = try #require(await fixture(of: Self.keeping))

        #expect(fixture.operation == "numbers")
        #expect(fixture.kind == .values)
        #expect(fixture.path == "self")
        #expect(fixture.input == "number 7")
        #expect(fixture.control == ["answer", "1"])
        #expect(fixture.candidate == ["answer", "2"])
    }

    @Test("Without being told what to keep, a comparison keeps nothing")
    func nothingByDefault() async {
        let outcomes = await outcomes(of: Comparison())
        #expect(outcomes == [.mismatched(Difference(kind: .values, path: "self", control: "1", candidate: "2"))])
        #expect(await fixture(of: Comparison()) == nil)
    }

    @Test("A run that matched, or whose candidate failed, leaves no specimen")
    func onlyMismatches() async {
        for candidate in [FakeSide(.success(1)), FakeSide(.failure(.broken))] {
            let stage = Stage(.compare(sample: .all), candidate: candidate, comparison: Self.keeping)
            _ = await stage.answer()
            _ = await stage.facts()
            #expect(stage.journal.entries.compactMap(Fixture.init).isEmpty)
        }
    }

    @Test("Where a function of the specimen throws, nothing of it is kept and the record says so")
    func writerThrows() async {
        let throwing = [
            Comparison<Int, Int, Trouble>().keepingSpecimens(input: { _ in throw Thrown() }, answer: { _ in [] }),
            Comparison<Int, Int, Trouble>().keepingSpecimens(input: { "\($0)" }, answer: { _ in throw Thrown() }),
            Comparison<Int, Int, Trouble>().keepingSpecimens(
                input: { "\($0)" },
                answer: { if case .success(2) = $0 { throw Thrown() } else { [] } }
            ),
        ]
        for comparison in throwing {
            let outcome = await outcomes(of: comparison).first
            #expect(outcome?.specimen == .redactionFailed)
        }
    }

    @Test("Where the redactor throws, no specimen gets through either")
    func redactorThrows() async {
        let outcome = await outcomes(of: Self.keeping, redactor: Redactor { _, _ in throw Thrown() }).first
        #expect(outcome?.specimen == .redactionFailed)
    }

    @Test("A specimen above 64 KB is left out, not cut")
    func tooLong() async {
        let long = Comparison<Int, Int, Trouble>().keepingSpecimens(
            input: { _ in String(repeating: "x", count: 70_000) },
            answer: { _ in [] }
        )
        #expect(await outcomes(of: long).first?.specimen == .withheld)
    }

    @Test("A fixture comes back from its file, and the same mismatch makes the same file")
    func file() async throws {
        let fixture = try #require(await fixture(of: Self.keeping))
        let again = try #require(await self.fixture(of: Self.keeping))
        let url = FileManager.default.temporaryDirectory.appending(path: "fixture-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try fixture.json().write(to: url)

        #expect(try Fixture(contentsOf: url) == fixture)
        #expect(try again.json() == fixture.json())
        #expect(again.name == fixture.name)
    }

    @Test("The test that is made names the function, the fixture and the place")
    func source() async throws {
        let fixture = try #require(await fixture(of: Self.keeping))
        #expect(
            fixture.testSource(calling: "candidateAnswer", importing: ["Shop"]) == """
                // Made from a recorded mismatch, whose fixture is \(fixture.name).json.
                import Foundation
                import Shop
                import Strangler
                import Testing

                @Suite("A recorded mismatch of numbers at self")
                struct \(fixture.testFileName.dropLast(6)) {
                    @Test("The candidate returns what control returned")
                    func answersAsControl() async throws {
                        let folder = URL(filePath: #filePath).deletingLastPathComponent()
                        let fixture = try Fixture(contentsOf: folder.appending(path: "\(fixture.name).json"))
                        let answer = try await candidateAnswer(fixture.input)
                        #expect(answer == fixture.control)
                    }
                }

                """
        )
    }

    @Test("Nothing in a name or a place can become code or a path")
    func hostile() throws {
        let specimen = #"{"input":"rm -rf \")","control":[],"candidate":["x"]}"#
        let entry = Entry(
            operation: "../or\"ders",
            date: Stage.today,
            fact: .compared(.mismatched(Difference(kind: .values, path: "a[\"\\(1)\n]", specimen: .text(specimen))))
        )
        let fixture = try #require(Fixture(entry))
        #expect(fixture.name.hasPrefix("orders-"))
        #expect(fixture.name.count == "orders-".count + 16)
        let source = fixture.testSource(calling: "replay")
        #expect(source.contains(#"@Suite("A recorded mismatch of ../or\u{22}ders at a[\u{22}\u{5c}(1)\u{a}]")"#))
        #expect(!source.contains(fixture.input))
    }

    private static let keeping = Comparison<Int, Int, Trouble>().keepingSpecimens(
        input: { "number \($0)" },
        answer: { ["answer", "\(try $0.get())"] }
    )

    private func stage(_ comparison: Comparison<Int, Int, Trouble>, _ redactor: Redactor = .unredacted) -> Stage {
        Stage(
            .compare(sample: .all),
            control: FakeSide(.success(1)),
            candidate: FakeSide(.success(2)),
            comparison: comparison,
            redactor: redactor
        )
    }

    private func outcomes(
        of comparison: Comparison<Int, Int, Trouble>,
        redactor: Redactor = .unredacted
    ) async -> [Outcome] {
        let stage = stage(comparison, redactor)
        _ = await stage.answer()
        return await stage.outcomes()
    }

    private func fixture(of comparison: Comparison<Int, Int, Trouble>) async -> Fixture? {
        let stage = stage(comparison)
        _ = await stage.answer()
        _ = await stage.facts()
        return stage.journal.entries.compactMap(Fixture.init).first
    }
}

extension Outcome {
    fileprivate var specimen: Recorded? {
        guard case .mismatched(let difference) = self else { return nil }
        return difference.specimen
    }
}

extension Difference {
    fileprivate init(kind: Kind, path: String, control: String, candidate: String) {
        self.init(kind: kind, path: path, control: .text(control), candidate: .text(candidate))
    }
}
