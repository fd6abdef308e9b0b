import Foundation
import Testing

@testable import Strangler

@Suite("Evidence that travels")
struct EvidenceLinesTests {
    private func journal() async -> MemoryJournal {
        let journal = MemoryJournal()
        await journal.record(
            Entry.comparisons(.matched, 300) + Entry.comparisons(.timedOut, 2, from: 300)
                + Entry.calibrations(.matched, 5)
                + [
                    Entry(
                        operation: "numbers",
                        sides: .test,
                        labels: ["region": "eu"],
                        date: Stage.today,
                        fact: .compared(.mismatched(Difference(kind: .values, path: "a\n\"b")))
                    )
                ]
        )
        return journal
    }

    @Test("What is written as lines of JSON is read back the same")
    func roundTrip() async throws {
        let journal = await journal()
        let notable = journal.entries.filter { $0.fact.shelf != nil }
        let data = try EvidenceLines.data(journal.evidence, entries: notable)
        let contents = try EvidenceLines.contents(of: data)
        #expect(contents.evidence == journal.evidence)
        #expect(contents.entries == notable)
        #expect(try EvidenceLines.contents(of: data + data).evidence == journal.evidence)
        #expect(try EvidenceLines.contents(of: data + data).entries == notable)
    }

    @Test("The same evidence is written the same")
    func stable() async throws {
        let evidence = await journal().evidence
        #expect(try EvidenceLines.data(evidence) == EvidenceLines.data(Evidence(evidence.tallies.shuffled())))
        let verdict = Verdict(of: "numbers", between: .test, in: evidence, by: Rule.test(), now: Stage.today)
        #expect(try JSONDecoder().decode(Verdict.self, from: JSONEncoder().encode(verdict)) == verdict)
    }

    @Test("A file with a line that can't be read is refused", arguments: ["{", "{}", #"{"v":2,"type":"tally"}"#])
    func unreadable(line: String) async throws {
        let data = try await EvidenceLines.data(journal().evidence)
        let number = data.split(separator: 0x0a).count + 1
        #expect(throws: EvidenceLines.Unreadable(line: number)) {
            try EvidenceLines.contents(of: data + Data("\(line)\n".utf8))
        }
    }

    @Test("Every line has the fields of the schema, and no others")
    func schema() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = try Data(contentsOf: root.appending(path: "docs/strangler/evidence.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        let fields = try #require(definitions["tally"]?["properties"] as? [String: [String: Any]])
        let kinds = try #require(fields["kind"]?["enum"] as? [String])
        #expect(Set(kinds) == Set(Tally.Kind.allCases.map(\.rawValue)))
        let journal = await journal()
        let data = try EvidenceLines.data(journal.evidence, entries: journal.entries)
        for line in data.split(separator: 0x0a) {
            let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
            let type = try #require(object["type"] as? String)
            let definition = try #require(definitions[type])
            let required = Set(try #require(definition["required"] as? [String]))
            let properties = Set(try #require(definition["properties"] as? [String: Any]).keys)
            #expect(required.isSubset(of: object.keys) && properties.isSuperset(of: object.keys))
        }
    }

    @Test("An answer of Prometheus is read as the evidence that was reported, and nothing else is")
    func prometheus() throws {
        func series(_ kind: String, _ word: Int, _ value: String) -> String {
            """
            {"metric": {"__name__": "strangler_evidence", "writer": "a", "operation": "numbers", "control": "old",
              "control_version": "1", "candidate": "new", "candidate_version": "1", "kind": "\(kind)", "day": "20000",
              "word": "\(word)", "instance": "x"}, "value": [1.5, "\(value)"]}
            """
        }
        func answer(_ series: String...) -> Data {
            Data(#"{"status": "success", "data": {"result": [\#(series.joined(separator: ","))]}}"#.utf8)
        }
        let evidence = try Evidence(
            prometheus: answer(series("matched", 0, "33"), series("subjectMatched", 2, "2147483649"))
        )
        #expect(evidence.pairs == [.test])
        #expect(evidence.matched == 33)
        #expect(Set(evidence.subjects.keys) == [64, 95])
        for value in ["NaN", "-1", "x"] {
            #expect(throws: (any Error).self) { try Evidence(prometheus: answer(series("matched", 0, value))) }
        }
        #expect(throws: (any Error).self) { try Evidence(prometheus: answer(series("other", 0, "1"))) }
    }
}
