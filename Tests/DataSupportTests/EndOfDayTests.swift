import DataSupport
import Domain
import Foundation
import Testing

@Suite("The end of a day in a time zone")
struct EndOfDayTests {
    private static func end(of day: String, in zone: String) throws -> String? {
        let zone = try #require(TimeZone(identifier: zone))
        return try #require(CalendarDay(day)).end(in: zone)?.formatted(.iso8601)
    }

    @Test(
        "It is the next midnight of the zone",
        arguments: [
            ("2026-11-30", "Europe/Berlin", "2026-11-30T23:00:00Z"), ("2026-11-30", "GMT", "2026-12-01T00:00:00Z"),
            ("2026-12-31", "Asia/Kathmandu", "2026-12-31T18:15:00Z"),
            ("2026-01-01", "Pacific/Kiritimati", "2026-01-01T10:00:00Z"),
            ("2026-01-01", "Pacific/Niue", "2026-01-02T11:00:00Z"),
            ("2024-02-28", "Asia/Tokyo", "2024-02-28T15:00:00Z"),
        ]
    )
    func midnight(_ day: String, _ zone: String, _ end: String) throws {
        #expect(try Self.end(of: day, in: zone) == end)
    }

    @Test(
        "A day of 23 or 25 hours ends at its own midnight",
        arguments: [
            ("2026-03-28", "2026-03-28T23:00:00Z"), ("2026-03-29", "2026-03-29T22:00:00Z"),
            ("2026-10-24", "2026-10-24T22:00:00Z"), ("2026-10-25", "2026-10-25T23:00:00Z"),
        ]
    )
    func change(_ day: String, _ end: String) throws {
        #expect(try Self.end(of: day, in: "Europe/Berlin") == end)
    }

    @Test(
        "Where the next day has no midnight, it ends when that day begins",
        arguments: [
            // At 24:00 it was 1:00.
            ("2018-11-03", "America/Sao_Paulo", "2018-11-04T03:00:00Z"),
            ("2023-04-27", "Africa/Cairo", "2023-04-27T22:00:00Z"),
        ]
    )
    func skippedMidnight(_ day: String, _ zone: String, _ end: String) throws {
        #expect(try Self.end(of: day, in: zone) == end)
    }

    @Test(
        "Where a clock goes back over midnight, it ends for good with the second midnight",
        arguments: [
            // At 24:00 it was 23:00 again; at 0:01 it was 23:01 of the day before.
            ("2018-02-17", "America/Sao_Paulo", "2018-02-18T03:00:00Z"),
            ("2010-11-06", "America/St_Johns", "2010-11-07T03:30:00Z"),
        ]
    )
    func twice(_ day: String, _ zone: String, _ end: String) throws {
        #expect(try Self.end(of: day, in: zone) == end)
    }

    @Test("A day that a zone has left out is over with the one before", arguments: ["2011-12-29", "2011-12-30"])
    func leftOut(_ day: String) throws {
        #expect(try Self.end(of: day, in: "Pacific/Apia") == "2011-12-30T10:00:00Z")
    }

    @Test("The first and the last day there are have an end", arguments: ["0001-01-01", "9999-12-31"])
    func ends(_ day: String) throws {
        #expect(try Self.end(of: day, in: "Europe/Berlin") != nil)
    }

    @Test("In every zone, a moment before it is that day and the end is not")
    func everyZone() throws {
        let days = ["2024-02-29", "2026-03-28", "2026-10-31"].compactMap { CalendarDay($0) }
        var wrong: [String] = []
        for zone in TimeZone.knownTimeZoneIdentifiers.compactMap(TimeZone.init(identifier:)) {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            for day in days {
                let end = try #require(day.end(in: zone))
                let before = calendar.component(.day, from: end.addingTimeInterval(-1))
                let after = calendar.component(.day, from: end)
                if before != day.day || after == day.day { wrong.append("\(zone.identifier) \(day)") }
            }
        }
        #expect(wrong == [])
    }
}
