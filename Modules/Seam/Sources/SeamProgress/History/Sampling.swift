/// Which commits of a history are looked at.
package struct Sampling: Sendable, Equatable {
    /// How often.
    package enum Interval: String, Sendable, CaseIterable {
        /// Each commit.
        case commit
        case day
        /// From Monday to Sunday, in UTC.
        case week
        case month
    }

    package var interval: Interval
    /// The number of commits to look at, at most.
    package var limit: Int

    /// Creates a choice.
    package init(interval: Interval = .week, limit: Int = 104) {
        self.interval = interval
        self.limit = limit
    }

    /// Returns the first commit, the last of each interval, and the last of all. If there are too many, every second interval
    /// counts, or every third: those that remain are the same ones in a later run, so that their results are still known.
    func choose(_ commits: [Repository.Commit]) -> [Repository.Commit] {
        guard let first = commits.first, let last = commits.last else { return [] }
        var ends: [(interval: Int, commit: Repository.Commit)] = []
        for (index, commit) in commits.enumerated() {
            let number = interval == .commit ? index : number(of: commit.time)
            if ends.last?.interval == number {
                ends[ends.count - 1].commit = commit
            } else {
                ends.append((number, commit))
            }
        }
        var step = 1
        while ends.count(where: { $0.interval % step == 0 }) > max(1, limit - 2) { step += 1 }
        var chosen = ends.filter { $0.interval % step == 0 }.map(\.commit)
        if chosen.first != first { chosen.insert(first, at: 0) }
        if chosen.last != last { chosen.append(last) }
        return chosen
    }

    private func number(of time: Int) -> Int {
        let day = Day(time: time)
        switch interval {
        case .commit: return time
        case .day: return day.number
        // The first of January 1970 was a Thursday.
        case .week: return (day.number + 3) / 7
        case .month: return day.year * 12 + day.month - 1
        }
    }
}

/// A day of the Gregorian calendar, in UTC.
package struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days since the first of January 1970.
    package var number: Int

    /// Creates a day from its number.
    package init(number: Int) { self.number = number }

    /// Creates the day of a time in seconds since 1970.
    package init(time: Int) { number = time >= 0 ? time / 86_400 : (time - 86_399) / 86_400 }

    /// Reads `2026-01-31`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year >= 1970,
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        number = Self.number(year: year, month: month, day: day)
        guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
    }

    package var description: String {
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(digits(month))-\(digits(day))"
    }

    var year: Int { parts.year }
    var month: Int { parts.month }
    var day: Int { parts.day }

    /// From the number of a day, by eras of 400 years that begin in March.
    private var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let march = (5 * ofYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
    }

    private static func number(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    package static func < (first: Day, second: Day) -> Bool { first.number < second.number }
}
