import Domain
import Foundation
import TestSupport

extension SplitMix {
    private static let pieces = [
        "", " ", "a", "'", "\"", ";", "--", "\0", "\n", "\r\n", "%", "?", "\\", "'; DROP TABLE deal; --",
        "\u{e9}", "e\u{301}", "\u{5e9}\u{5dc}\u{5d5}\u{5dd}", "\u{202e}", "\u{feff}", "\u{fffd}",
        "\u{1f468}\u{200d}\u{1f469}",
        "\u{10ffff}", "\u{7f}", "\u{1b}[31m", "x'00'", "NULL", "0", "1e999", String(repeating: "long ", count: 500),
    ]

    /// Returns texts that people type, and texts that they should not.
    mutating func text() -> String {
        (0..<Int.random(in: 0...4, using: &self)).map { _ in Self.pieces.randomElement(using: &self) ?? "" }
            .joined()
    }

    mutating func date() -> Date {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: .distantPast
        case 1: .distantFuture
        case 2: Date(timeIntervalSinceReferenceDate: -0.0)
        case 3: Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude)
        case 4: Date(timeIntervalSinceReferenceDate: -.leastNonzeroMagnitude)
        default: Date(timeIntervalSinceReferenceDate: .random(in: -1e11...1e11, using: &self))
        }
    }

    mutating func end() -> DealEnd? {
        switch Int.random(in: 0..<3, using: &self) {
        case 0: nil
        case 1: .moment(date())
        default:
            CalendarDay(
                year: [1, 1582, 2026, 9999].randomElement(using: &self) ?? 1,
                month: .random(in: 1...12, using: &self),
                day: .random(in: 1...28, using: &self)
            )
            .map { .day($0, over: date()) }
        }
    }

    mutating func deal() -> Deal {
        Deal(
            id: DealID(text()),
            title: text(),
            subtitle: Bool.random(using: &self) ? text() : nil,
            end: end(),
            terms: text()
        )
    }

    mutating func profile() -> Profile {
        Profile(
            name: text(),
            phone: Bool.random(using: &self) ? text() : nil,
            bonusPoints: [0, 1, .max, -1, .random(in: 0...10_000, using: &self)].randomElement(using: &self) ?? 0
        )
    }

    mutating func path() -> FieldPath {
        FieldPath(
            (0..<Int.random(in: 0...3, using: &self)).map { _ in
                Bool.random(using: &self) ? .field(text()) : .index(.random(in: 0...100, using: &self))
            }
        )
    }
}
