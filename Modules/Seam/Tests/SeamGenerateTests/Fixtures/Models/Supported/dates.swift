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

/// @model json
struct Moments: Equatable {
    /// @json
    var iso: Date
    /// @json @date seconds
    var seconds: Date
    /// @json @date milliseconds
    var milliseconds: Date
    /// @json @date yyyy-MM-dd'T'HH:mm:ss.SSS
    var pattern: Date
}

/// A text of each millisecond of the years 1 to 9999 may occur.
struct RandomMoments: RandomNumberGenerator {
    private var state: UInt64 = 44

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }

    mutating func text() -> String {
        func padded(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: count - "\(number)".count) + "\(number)"
        }
        let year = Int.random(in: 1...9999, using: &self)
        let month = Int.random(in: 1...12, using: &self)
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        let day = padded(Int.random(in: 1...days, using: &self), 2)
        let seconds = Int.random(in: 0..<86_400, using: &self)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        let fraction = Int.random(in: 0...999, using: &self)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + day + "T" + time
            + (fraction == 0 ? "" : "." + padded(fraction, 3)) + "Z"
    }
}

/// As many as its argument says; before a release, 10 million.
func tryRandomDates() throws {
    var dice = RandomMoments()
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
    for _ in 0..<count {
        let text = dice.text()
        var trip = text
        for _ in 0..<3 { trip = DateForm.iso8601.date(trip).flatMap(DateForm.iso8601.text) ?? "" }
        guard trip != text else { continue }
        fatalError("\(text) became \(trip)")
    }
    for text in (0..<200).map({ _ in dice.text() }) + ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"] {
        guard let date = DateForm.iso8601.date(text) else { fatalError(text) }
        let moments = Moments(iso: date, seconds: date, milliseconds: date, pattern: date)
        var trip = moments
        for _ in 0..<3 { trip = try MomentsJSON.parse(MomentsJSON(trip).data()).value }
        expect(trip == moments)
    }
}

func tryRounding() {
    func text(_ seconds: Double) -> String? { DateForm.iso8601.text(Date(timeIntervalSince1970: seconds)) }
    expect(text(0.0004) == "1970-01-01T00:00:00Z" && text(0.0006) == "1970-01-01T00:00:00.001Z")
    expect(text(-0.0006) == "1969-12-31T23:59:59.999Z" && text(0.9999) == "1970-01-01T00:00:01Z")
    expect(text(253_402_300_799.9996) == nil && text(-62_135_596_800.001) == nil)
    expect(text(-62_135_596_800) == "0001-01-01T00:00:00Z")
    let day = DateForm.pattern("yyyy-MM-dd")
    for text in ["0001-01-01", "1500-02-28", "1582-10-10", "1969-12-31", "9999-12-31"] {
        expect(day.date(text).flatMap(day.text) == text)
    }
    expect(day.date("1500-02-29") == nil)
    // A date that no text can express isn't read either.
    expect(DateForm.iso8601.date("0001-01-01T00:00:00+01:00") == nil)
    let precise = DateForm.iso8601.date("2026-10-30T14:03:00.123456Z")
    expect(abs((precise?.timeIntervalSince1970 ?? 0) - 1_793_368_980.123456) < 1e-6)
}

func checkDates() async throws {
    try tryRandomDates()
    tryRounding()
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
