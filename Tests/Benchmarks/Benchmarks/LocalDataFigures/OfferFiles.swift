import Domain
import Foundation
import LocalData

/// The implementation that does the work.
enum Side {
    /// GRDB without anything else.
    case plain
    /// GRDB without anything else, on the caller's thread.
    case plainAtOnce
    case kept
}

/// The same offers in a plain table and in a database, each in a file of its own.
struct OfferFiles: Sendable {
    let count: Int
    private let table: PlainTable
    private let store: LocalDatabase
    private let user = UserID("ada")
    private let now = Date(timeIntervalSince1970: 1_795_262_400)
    /// The offer at which the second half of the order begins.
    private let middle: Deal

    init(of count: Int, in folder: URL) throws {
        self.count = count
        table = try PlainTable(at: folder.appending(path: "plain.sqlite"))
        store = try LocalDatabase(
            .file(folder.appending(path: "deals.sqlite")),
            clock: ContinuousClock(),
            now: { Date() },
            onWarning: { _ in }
        )
        let ends = Offers(count: count).compactMap(\.end?.over).sorted()
        middle = Deal(id: DealID(""), title: "", subtitle: nil, end: .moment(ends[count / 2]), terms: "")
    }

    /// Replaces the list. The new one is generated while it is written, so that the measured memory belongs to the side alone.
    func keep(_ side: Side) async throws {
        let offers = Offers(count: count)
        switch side {
        case .plain, .plainAtOnce: try await table.replace(with: offers, asOf: now)
        case .kept: try await store.deals.persist(offers, of: user, asOf: now)
        }
    }

    /// Reads a page ordered by end, from the middle of the list.
    func page(of limit: Int, _ side: Side) async throws {
        let page =
            switch side {
            case .plain: try await table.page(after: middle, endingAfter: .distantPast, limit: limit)
            case .plainAtOnce: try table.pageAtOnce(after: middle, endingAfter: .distantPast, limit: limit)
            case .kept: try await store.deals.deals(endingAfter: .distantPast, limit: limit, after: middle, of: user)
            }
        guard page.count == limit else { throw WrongPage(count: page.count) }
    }

    struct WrongPage: Error {
        let count: Int
    }
}

/// Offers that are generated one after the other, in arbitrary order. No two end at the same moment.
struct Offers: Sequence, IteratorProtocol, Sendable {
    private let count: Int
    private var number = 0

    init(count: Int) {
        self.count = count
    }

    mutating func next() -> Deal? {
        guard number < count else { return nil }
        defer { number += 1 }
        return Deal(
            id: DealID("D-\(1_000_000 + number)"),
            title: "Two years for the price of one",
            subtitle: number.isMultiple(of: 3) ? nil : "For every new name",
            end: .moment(Date(timeIntervalSinceReferenceDate: Double(number &* 7_919 % 1_000_003))),
            terms: "One name a customer. Names that were registered before are not part of the offer."
        )
    }
}

func withOffers(of count: Int, _ body: (OfferFiles) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "figures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(OfferFiles(of: count, in: folder))
}
