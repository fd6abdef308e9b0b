import Domain
import Foundation
import Testing

@Suite("What is recorded about an error")
struct DiagnosticTests {
    private func details(_ details: [Diagnostic.Detail]) -> [Diagnostic.Detail] {
        Diagnostic(
            time: Date(timeIntervalSince1970: 0),
            feature: FeatureID("orders"),
            severity: .error,
            code: DiagnosticCode("orders.malformed"),
            details: details
        ).details
    }

    @Test("Codes, counts and the places of fields are kept")
    func kept() {
        let place = FieldPath([.field("orders"), .index(3), .field("placed_at")])
        let all: [Diagnostic.Detail] = [.cause(DiagnosticCode("store.cut-off")), .count(12), .place(place)]
        #expect(details(all) == all)
        #expect(all.map(\.description) == ["store.cut-off", "12", "orders[3].placed_at"])
    }

    @Test(
        "A value that got into a place is not",
        arguments: [
            "ada@example.com", "4111111111111111", "analytical engine", "", "p\u{1B}[31m", "bücher", "a12345",
            String(repeating: "x", count: 33), "12",
        ]
    )
    func redacted(value: String) {
        let place = FieldPath([.field("settings"), .field(value)])
        #expect(details([.place(place)]) == [.place(FieldPath([.field("settings"), .field("?")]))])
    }

    @Test("There are at most sixteen details")
    func bounded() {
        #expect(details((0..<100).map { .count($0) }) == (0..<16).map { .count($0) })
    }

    @Test("Severities are ordered")
    func severities() {
        #expect(Diagnostic.Severity.allCases.sorted() == [.notice, .warning, .error])
    }

    @Test("A code has lower-case letters, digits, dots and hyphens", arguments: ["flow.time-out", "a", "x.1"])
    func code(text: String) {
        #expect(DiagnosticCode(text: text)?.text == text)
    }

    @Test(
        "Anything else is no code",
        arguments: ["", "A", "a b", "ä", "a\n", "a@b", String(repeating: "a", count: 65)]
    )
    func noCode(text: String) {
        #expect(DiagnosticCode(text: text) == nil)
    }

    @Test("A feature's name has letters, digits and hyphens", arguments: ["reservations", "featureABC", "x-1"])
    func feature(text: String) {
        #expect(FeatureID(text: text)?.text == text)
    }

    @Test(
        "Anything else names no feature",
        arguments: ["", "a.b", "a/b", "a b", "ä", String(repeating: "a", count: 65)]
    )
    func noFeature(text: String) {
        #expect(FeatureID(text: text) == nil)
    }
}
