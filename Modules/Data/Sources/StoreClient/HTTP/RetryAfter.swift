import Foundation
import DataSupport

/// When a server accepts the next request (RFC 9110, section 10.2.3): after a number of seconds, or at a moment.
enum RetryAfter: Hashable {
    case seconds(Int)
    case moment(Date)

    /// Returns `nil` if the response doesn't say, or can't be understood.
    init?(_ answer: HTTPAnswer) {
        guard let text = answer.headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) {
            guard seconds >= 0 else { return nil }
            self = .seconds(seconds)
        } else {
            guard let moment = Self.moment(text) else { return nil }
            self = .moment(moment)
        }
    }

    func date(now: Date) -> Date {
        switch self {
        case .seconds(let seconds): now.addingTimeInterval(TimeInterval(seconds))
        case .moment(let moment): moment
        }
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the only format for moments that is still sent.
    private static func moment(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]) else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Date(iso8601: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
