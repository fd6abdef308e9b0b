public import Foundation
public import Domain

/// The conversion of values to text: for one locale, one time zone and one language, which are never taken from the device.
///
/// Dates follow the locale's own calendar. Amounts have the number of decimals that ISO 4217 gives their currency, so no amount
/// is ever rounded (a locale's data may have fewer decimals).
public struct Formats: Sendable {
    /// Determines digits, separators, the order of a date's parts and the names of countries.
    public let locale: Locale
    /// Determines the day and hour of a moment.
    public let timeZone: TimeZone
    /// Determines the language of everything that is not a formatted value.
    public let wording: Wording

    private let dateStyle: Date.FormatStyle
    private let momentStyle: Date.FormatStyle
    private let timeStyle: Date.FormatStyle
    private let calendarDayStyle: Date.FormatStyle
    private let calendar: Calendar
    private let integerStyle: IntegerFormatStyle<Int>

    /// Creates formats and their styles; a stored style formats dates twice as fast.
    public init(locale: Locale, timeZone: TimeZone, wording: Wording) {
        self.locale = locale
        self.timeZone = timeZone
        self.wording = wording
        var calendar = locale.calendar
        calendar.locale = locale
        calendar.timeZone = timeZone
        dateStyle = Date.FormatStyle(
            date: .abbreviated,
            time: .omitted,
            locale: locale,
            calendar: calendar,
            timeZone: timeZone
        )
        momentStyle = Date.FormatStyle(
            date: .abbreviated,
            time: .shortened,
            locale: locale,
            calendar: calendar,
            timeZone: timeZone
        )
        timeStyle = Date.FormatStyle(
            date: .omitted,
            time: .shortened,
            locale: locale,
            calendar: calendar,
            timeZone: timeZone
        )
        var zoneless = calendar
        zoneless.timeZone = .gmt
        calendarDayStyle = Date.FormatStyle(
            date: .abbreviated,
            time: .omitted,
            locale: locale,
            calendar: zoneless,
            timeZone: .gmt
        )
        self.calendar = calendar
        integerStyle = IntegerFormatStyle(locale: locale)
    }

    /// Returns the day of `date`, with the name of the month if the locale uses it: "19 Nov 2026".
    public func day(_ date: Date) -> String { dateStyle.format(date) }

    /// Returns day, hour and minute of `date`: "19 Nov 2026 at 9:14".
    public func moment(_ date: Date) -> String { momentStyle.format(date) }

    /// Returns a day that is the same in every time zone: "30 Nov 2026".
    public func day(_ day: CalendarDay) -> String {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = .gmt
        let parts = DateComponents(year: day.year, month: day.month, day: day.day)
        return gregorian.date(from: parts).map(calendarDayStyle.format) ?? day.description
    }

    /// Returns only the hour and minute of `date` if it is on the same day as `now`: "14:05".
    public func moment(_ date: Date, now: Date) -> String {
        calendar.isDate(date, inSameDayAs: now) ? timeStyle.format(date) : moment(date)
    }

    /// Returns a count in digits.
    public func number(_ count: Int) -> String { integerStyle.format(count) }

    /// Returns an amount with its currency: "-€12.50".
    public func money(_ money: Money) -> String {
        Decimal.FormatStyle.Currency(code: money.currency.code, locale: locale)
            .precision(.fractionLength(money.currency.minorUnits))
            .format(money.amount)
    }

    /// Returns a short duration to the millisecond: "1s 20ms".
    public func duration(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.seconds, .milliseconds], width: .narrow).locale(locale))
    }

    /// Returns a count as an argument of a message, so that the language can choose its plural.
    public func argument(_ count: Int) -> Message.Argument { .count(count, text: integerStyle.format(count)) }

    /// Returns the country's name in the locale's language, or its code if the locale's data has no name for it.
    public func country(_ country: CountryCode) -> String {
        locale.localizedString(forRegionCode: country.code) ?? country.code
    }
}
