import Domain
import Foundation
import GRDB

/// An offer as a row.
struct DealRecord: Equatable {
    let id: DatabaseValue
    let title: DatabaseValue
    let subtitle: DatabaseValue
    /// Year, month and day as one number, 20261130, for an offer that is valid to the end of a day.
    let day: Int?
    /// The end of the offer. It is infinite if the offer never ends, so that such offers come last in the order of the
    /// index.
    let over: Double
    let terms: DatabaseValue

    static let columns = "id, title, subtitle, day, over, terms"

    /// Creates the row of an offer. An end that is infinitely far away, or not a number, counts as no end.
    init(_ deal: Deal) {
        id = deal.id.key.databaseValue
        title = deal.title.column
        subtitle = deal.subtitle?.column ?? .null
        if case .day(let day, _)? = deal.end {
            self.day = day.year * 10_000 + day.month * 100 + day.day
        } else {
            day = nil
        }
        let over = deal.end?.over.column ?? .infinity
        self.over = over.isNaN ? .infinity : over
        terms = deal.terms.column
    }

    /// The offer, or `nil` for a row that can't have been created from one.
    var deal: Deal? {
        guard let id = DealID(key: id), let title = String(column: title), let terms = String(column: terms),
            !over.isNaN
        else { return nil }
        let moment = Date(timeIntervalSinceReferenceDate: over)
        let end: DealEnd?
        if let day {
            guard let day = CalendarDay(year: day / 10_000, month: day / 100 % 100, day: day % 100) else {
                return nil
            }
            end = .day(day, over: moment)
        } else {
            end = over == .infinity ? nil : .moment(moment)
        }
        return Deal(id: id, title: title, subtitle: String(column: subtitle), end: end, terms: terms)
    }

    /// Calls a closure for each row of `statement`, whose columns are `columns`.
    ///
    /// Columns are read from the statement itself: `Row` returns a `DatabaseValue` through generic code, which makes a long
    /// list take a third longer.
    static func forEach(
        _ statement: Statement,
        _ arguments: StatementArguments,
        _ body: (DealRecord) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil { try body(DealRecord(statement.sqliteStatement)) }
    }

    /// Creates a record from the current row of a statement.
    private init(_ row: SQLiteStatement) {
        func column(_ index: CInt) -> DatabaseValue { DatabaseValue(sqliteStatement: row, index: index) }
        id = column(0)
        title = column(1)
        subtitle = column(2)
        day = Int.fromDatabaseValue(column(3))
        over = Double.fromDatabaseValue(column(4)) ?? .nan
        terms = column(5)
    }

    /// Returns the statement that inserts the rows of a user. If offers have the same identifier, the first is stored.
    static func insertion(into database: Database) throws -> Statement {
        try database.cachedStatement(
            sql: "INSERT INTO deal (user, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        )
    }

    /// Inserts the row for a user.
    func insert(for user: DatabaseValue, by statement: Statement) throws {
        try statement.execute(arguments: [user, id, title, subtitle, day, over, terms])
    }
}
