import Domain
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
    @Test(
        "A day that exists can be made",
        arguments: [
            (1, 1, 1), (9999, 12, 31), (2024, 2, 29), (2000, 2, 29), (2026, 2, 28), (2026, 4, 30), (2026, 12, 31),
        ]
    )
    func exists(_ year: Int, _ month: Int, _ day: Int) {
        let made = CalendarDay(year: year, month: month, day: day)
        #expect([made?.year, made?.month, made?.day] == [year, month, day])
    }

    @Test(
        "A day that does not exist can't",
        arguments: [
            (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 2, 29),
            (1900, 2, 29), (2026, 4, 31), (2026, 6, 31), (2026, 9, 31), (2026, 11, 31), (-1, 1, 1),
        ]
    )
    func doesNotExist(_ year: Int, _ month: Int, _ day: Int) {
        #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }

    @Test("It is written with four digits, two and two", arguments: [(1, "0001-01-01"), (2026, "2026-01-01")])
    func description(_ year: Int, _ text: String) {
        #expect(CalendarDay(year: year, month: 1, day: 1)?.description == text)
    }

    @Test("What is written is read back as the same day")
    func roundTrip() throws {
        for year in [1, 1900, 2000, 2024, 9999] {
            for month in 1...12 {
                for day in 1...31 {
                    guard let made = CalendarDay(year: year, month: month, day: day) else { continue }
                    #expect(CalendarDay(made.description) == made)
                }
            }
        }
    }

    @Test(
        "What is written otherwise is not read",
        arguments: [
            "", "2026-11", "2026-11-31", "2026-11-3", "26-11-30", "2026-11-30T00:00:00Z", "2026/11/30", " 2026-11-30",
            "2026-11-30 ", "-026-11-30", "2026--1-30", "2026-+1-30", "20261130", "２０２６-11-30", "0000-01-01",
        ]
    )
    func unreadable(_ text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("An earlier day is less, by year, then month, then day")
    func order() {
        let days = ["2025-12-31", "2026-01-30", "2026-02-01", "2026-02-02"].compactMap { CalendarDay($0) }
        #expect(days.count == 4)
        #expect(days.reversed().sorted() == days)
    }
}
