import Domain
import Foundation
import DataSupport

extension CalendarDay {
    /// The moment from which it is never this day any more in `zone`: usually the next day's midnight, but some clocks
    /// have changed at that hour. A day that the zone has left out is over with the one before.
    ///
    /// Between two changes of a zone's offset the end of the day is the midnight of UTC, less the offset. Of those that
    /// lie in their own stretch of time, or after it, the last counts: where a clock goes back over midnight, a day ends
    /// twice.
    func end(in zone: TimeZone) -> Date? {
        guard let midnight = Date(iso8601: "\(self)T00:00:00Z")?.addingTimeInterval(86_400) else { return nil }
        // No offset is more than 26 hours, and a day is in doubt no longer.
        let last = midnight.addingTimeInterval(26 * 3600)
        var stretch = midnight.addingTimeInterval(-26 * 3600)
        var end: Date?
        while stretch < last {
            let next = min(zone.nextDaylightSavingTimeTransition(after: stretch) ?? last, last)
            let over = min(midnight.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: stretch))), next)
            if over > stretch { end = over }
            // A zone whose next change is not after this moment has none that matters.
            guard next > stretch else { break }
            stretch = next
        }
        return end
    }
}
