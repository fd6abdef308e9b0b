import Foundation

/// @model
struct Schedule: Equatable {
    /// @json
    let begins: Date
    /// @json @date seconds
    let ends: Date
    /// @json @date milliseconds
    let changed: Date?
    /// @json @date yyyy-MM-dd
    let day: Date
    /// @json @date "dd.MM.yyyy HH:mm"
    let days: [Date]
}

func checkDates() async throws {
    let text = """
        {"begins": "2026-10-30T14:03:00Z", "ends": 5, "changed": 5500, "day": "1970-01-03", "days": ["01.01.1970 00:01"]}
        """
    let schedule = try ScheduleJSON.parse(Data(text.utf8)).value
    expect(schedule.begins.timeIntervalSince1970 == 1_793_368_980)
    expect(schedule.ends.timeIntervalSince1970 == 5 && schedule.changed?.timeIntervalSince1970 == 5.5)
    expect(schedule.day.timeIntervalSince1970 == 172_800 && schedule.days.first?.timeIntervalSince1970 == 60)
    let fraction = text.replacing("14:03:00Z", with: "14:03:00.250Z")
    let read = try ScheduleJSON.parse(Data(fraction.utf8)).value
    expect(read.begins.timeIntervalSince1970 == 1_793_368_980.25)
    expect(try ScheduleJSON.parse(ScheduleJSON(read).data()).value == read)
    let wrong = #"{"begins": "30.10.2026", "ends": "5", "day": "1970-13-03", "days": ["x"]}"#
    expect(
        failure { try ScheduleJSON.parse(Data(wrong.utf8)) }
            == "begins is unreadable, ends is unreadable, day is unreadable, days[0] is unreadable"
    )
    // A text is read as it would be written, or not at all.
    let loose = #"{"begins": "2026-02-30T14:03:00Z", "ends": 5, "day": "70-1-3", "days": ["01.01.1970 00:01 h"]}"#
    expect(
        failure { try ScheduleJSON.parse(Data(loose.utf8)) }
            == "begins is unreadable, day is unreadable, days[0] is unreadable"
    )
    let junk = text.replacing("14:03:00Z", with: "14:03:00Zjunk")
    expect(failure { try ScheduleJSON.parse(Data(junk.utf8)) } == "begins is unreadable")
    // A date that no text can express is an error, and not another date.
    let beyond = Schedule(begins: Date(timeIntervalSince1970: 1e15), ends: .now, changed: nil, day: .now, days: [])
    expect(failure { try ScheduleJSON(beyond).data() }.contains("its year is not among 1 to 9999"))
}
