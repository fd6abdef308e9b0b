import DataSupport
import Foundation

extension Date {
    /// Reads a moment of a header field in each of the three forms that a recipient has to accept (RFC 9110, section 5.6.7):
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// - Parameter now: Says which century a year of two digits is in: it is no more than 50 years later.
    init?(httpDate text: String, now: Date) {
        let parts = text.split(separator: " ")
        let fields: (day: Substring, month: Substring, year: Substring, time: Substring)
        switch (parts.count, parts.last) {
        case (6, "GMT"):
            fields = (parts[1], parts[2], parts[3], parts[4])
        case (4, "GMT"):
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, date[2].utf8.count == 2 else { return nil }
            fields = (date[0], date[1], date[2], parts[2])
        case (5, _):
            fields = (parts[2].utf8.count == 1 ? "0\(parts[2])" : parts[2], parts[1], parts[4], parts[3])
        default:
            return nil
        }
        guard let month = Self.months.firstIndex(of: fields.month) else { return nil }
        // A leap second is the moment after the one before it.
        let isLeap = fields.time.hasSuffix(":60")
        let time = isLeap ? "\(fields.time.dropLast(2))59" : String(fields.time)
        let rest = "-\(month < 9 ? "0" : "")\(month + 1)-\(fields.day)T\(time)Z"
        let centuries = fields.year.utf8.count == 2 ? (15...99).reversed().map { "\($0)" } : [""]
        let moment = centuries.lazy.compactMap { Date(iso8601: $0 + fields.year + rest) }
            .first { centuries.count == 1 || $0 <= now.addingTimeInterval(Self.fiftyYears) }
        guard let moment else { return nil }
        self = moment.addingTimeInterval(isLeap ? 1 : 0)
    }

    private static let fiftyYears = 50 * 365.25 * 86_400

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension HTTPAnswer {
    /// How long a server asks to wait before the next request (RFC 9110, section 10.2.3), or `nil` if it doesn't say.
    ///
    /// A moment is one of the server's clock, so it is compared with the response's `Date`, and with `now` only without one. A
    /// moment that has passed asks for no wait.
    func retryAfter(now: Date) -> Duration? {
        guard let text = self[field: "Retry-After"] else { return nil }
        if let seconds = Self.deltaSeconds(text) { return .seconds(seconds) }
        guard let moment = Date(httpDate: text, now: now) else { return nil }
        let sent = self[field: "Date"].flatMap { Date(httpDate: $0, now: now) } ?? now
        return .seconds(max(0, moment.timeIntervalSince(sent)))
    }

    /// The age of a copy that an intermediary has returned, in seconds; 0 if it says none. Of several intermediaries the
    /// nearest counts (RFC 9111, section 5.1).
    var age: Int {
        let nearest = self[field: "Age"]?.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
        return nearest.flatMap(Self.deltaSeconds) ?? 0
    }

    /// Reads a number of seconds. Too large a number is the largest (RFC 9111, section 1.2.2), and not none.
    private static func deltaSeconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }
}
