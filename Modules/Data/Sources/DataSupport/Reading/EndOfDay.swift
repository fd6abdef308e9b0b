package import Domain
package import Foundation

extension CalendarDay {
    /// Returns the moment after which it is never this day again in `zone`: usually the next midnight, but some clocks have
    /// changed at that hour. A day that the zone has skipped ends with the day before.
    ///
    /// Between two changes of a zone's offset the end of the day is the midnight of UTC, minus the offset. Of the candidates
    /// within their own period, or after it, the last one counts: if a clock goes back past midnight, a day ends twice.
    package func end(in zone: TimeZone) -> Date? {
        guard let midnight = Date(iso8601: "\(self)T00:00:00Z")?.addingTimeInterval(86_400) else { return nil }
        // No offset exceeds 26 hours, so the end of a day is not later than that.
        let last = midnight.addingTimeInterval(26 * 3600)
        var stretch = midnight.addingTimeInterval(-26 * 3600)
        var end: Date?
        while stretch < last {
            let next = min(zone.nextDaylightSavingTimeTransition(after: stretch) ?? last, last)
            let over = min(midnight.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: stretch))), next)
            if over > stretch { end = over }
            // If the next change of the zone is not after this moment, there is no further change that matters.
            guard next > stretch else { break }
            stretch = next
        }
        return end
    }
}
