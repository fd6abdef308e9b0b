import Domain
import Foundation
import GRDB

/// The same work, written for this table alone: one user, texts without conversion, no migrations, no observers.
struct PlainTable: Sendable {
    private let queue: DatabaseQueue

    init(at url: URL) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE list (asOf REAL);
                    CREATE TABLE deal (
                        user TEXT NOT NULL,
                        id TEXT NOT NULL,
                        title TEXT NOT NULL,
                        subtitle TEXT,
                        day INTEGER,
                        over REAL NOT NULL,
                        terms TEXT NOT NULL,
                        PRIMARY KEY (user, id)
                    ) WITHOUT ROWID;
                    CREATE INDEX deal_over ON deal (user, over, id);
                    """
            )
        }
    }

    func replace(with deals: some Sequence<Deal> & Sendable, asOf: Date) async throws {
        try await queue.write { database in
            try database.execute(sql: "DELETE FROM deal WHERE user = 'ada'")
            let insert = try database.cachedStatement(sql: "INSERT INTO deal VALUES ('ada', ?, ?, ?, ?, ?, ?)")
            for deal in deals {
                var number: Int?
                if case .day(let day, _) = deal.end { number = day.year * 10_000 + day.month * 100 + day.day }
                try insert.execute(arguments: [
                    deal.id.rawValue, deal.title, deal.subtitle, number,
                    deal.end?.over.timeIntervalSinceReferenceDate ?? .infinity, deal.terms,
                ])
            }
            try database.execute(sql: "DELETE FROM list")
            try database.execute(sql: "INSERT INTO list VALUES (?)", arguments: [asOf.timeIntervalSinceReferenceDate])
        }
    }

    func page(after last: Deal, endingAfter time: Date, limit: Int) async throws -> [Deal] {
        try await queue.read { try Self.page(after: last, endingAfter: time, limit: limit, in: $0) }
    }

    /// Returns the same page for a caller that may block.
    func pageAtOnce(after last: Deal, endingAfter time: Date, limit: Int) throws -> [Deal] {
        try queue.read { try Self.page(after: last, endingAfter: time, limit: limit, in: $0) }
    }

    private static func page(
        after last: Deal,
        endingAfter time: Date,
        limit: Int,
        in database: Database
    ) throws -> [Deal] {
        let select = try database.cachedStatement(
            sql: """
                SELECT id, title, subtitle, day, over, terms FROM deal
                WHERE user = 'ada' AND +over > ? AND (over, id) > (?, ?) ORDER BY over, id LIMIT ?
                """
        )
        let over = last.end?.over.timeIntervalSinceReferenceDate ?? .infinity
        let rows = try Row.fetchCursor(
            select,
            arguments: [time.timeIntervalSinceReferenceDate, over, last.id.rawValue, limit]
        )
        var page: [Deal] = []
        while let row = try rows.next() { page.append(deal(row)) }
        return page
    }

    private static func deal(_ row: Row) -> Deal {
        let over = Date(timeIntervalSinceReferenceDate: row[4])
        let number: Int? = row[3]
        let day = number.flatMap { CalendarDay(year: $0 / 10_000, month: $0 / 100 % 100, day: $0 % 100) }
        return Deal(
            id: DealID(row[0]),
            title: row[1],
            subtitle: row[2],
            end: day.map { .day($0, over: over) } ?? .moment(over),
            terms: row[5]
        )
    }
}
