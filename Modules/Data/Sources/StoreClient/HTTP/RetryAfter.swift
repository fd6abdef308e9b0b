import Foundation
import DataSupport

/// When a server wants to be asked again (RFC 9110, section 10.2.3): after so many seconds, or at a moment.
enum RetryAfter: Hashable {
    case seconds(Int)
    case moment(Date)

    /// `nil` if the answer does not say, or can't be understood.
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

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of a moment that is still sent.
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
