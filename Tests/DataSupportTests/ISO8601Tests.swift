import Foundation
import TestSupport
import Testing
import DataSupport

@Suite("Dates on the wire")
struct ISO8601Tests {
    @Test("A date reads as Foundation reads it, since the Gregorian calendar was made")
    func likeFoundation() throws {
        var generator = SplitMix(state: 42)
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -12_219_292_800...253_402_300_799, using: &generator)
            let date = Date(timeIntervalSince1970: TimeInterval(seconds))
            let text = date.formatted(.iso8601)
            try #require(Date(iso8601: text) == date, "\(text)")
        }
    }

    @Test("A date with milliseconds reads as Foundation reads it")
    func milliseconds() throws {
        var generator = SplitMix(state: 43)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<2_000 {
            let milliseconds = Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &generator)
            let text = Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1000).formatted(style)
            let date = try #require(Date(iso8601: text), "\(text)")
            try #require(abs(date.timeIntervalSince(try style.parse(text))) < 0.000_001, "\(text)")
        }
    }

    @Test(
        "A zone is taken off",
        arguments: [
            "2026-10-30T16:03:00+02:00", "2026-10-30T16:03:00+0200", "2026-10-30T10:33:00-03:30",
            "2026-10-31T00:03:00.000+10:00", "2026-10-30T14:03:00.00000000000000000000Z", "2026-10-30T14:03:00-00:00",
        ]
    )
    func zones(_ text: String) {
        #expect(Date(iso8601: text) == Date(timeIntervalSince1970: 1_793_368_980))
    }

    @Test(
        "Before that, the calendar goes on backwards, as ISO 8601 has it and Foundation has not",
        arguments: [
            ("1582-10-14T00:00:00Z", -12_219_379_200), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("0000-02-29T00:00:00Z", -62_162_121_600), ("0000-01-01T00:00:00Z", -62_167_219_200),
        ]
    )
    func proleptic(_ row: (text: String, seconds: TimeInterval)) {
        #expect(Date(iso8601: row.text) == Date(timeIntervalSince1970: row.seconds))
    }

    @Test(
        "Anything else is not a date",
        arguments: [
            "", "2026", "2026-10-30", "2026-10-30T14:03Z", "2026-10-30T14:03:00", "2026-10-30 14:03:00Z",
            "2026-10-30t14:03:00z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z", "2026-10-30T24:00:00Z",
            "2026-10-30T14:60:00Z", "2026-12-31T23:59:60Z", "2026-10-30T14:03:00.Z", "2026-10-30T14:03:00,5Z",
            "2026-10-30T14:03:00+2", "2026-10-30T14:03:00+24:00", "2026-10-30T14:03:00+01:60",
            "2026-10-30T14:03:00Z ", " 2026-10-30T14:03:00Z", "+2026-10-30T14:03:00Z", "２０２６-10-30T14:03:00Z",
        ]
    )
    func refused(_ text: String) {
        #expect(Date(iso8601: text) == nil)
    }
}
