// `nonisolated` is for packages whose default isolation is the main actor. In other packages it changes nothing.
public import Domain
public import Foundation
public import Presentation

// MARK: - The use case

/// An invoice for what a user has bought.
nonisolated public struct Invoice: Hashable, Identifiable, Sendable {
    /// The number printed on the invoice; unique among a user's invoices.
    public let id: Identifier<Invoice>
    /// The amount to pay.
    public let total: Money
    /// The moment by which to pay.
    public let dueAt: Date

    /// Creates an invoice from its parts.
    public init(id: Identifier<Invoice>, total: Money, dueAt: Date) {
        self.id = id
        self.total = total
        self.dueAt = dueAt
    }

    /// Returns whether `left` comes before `right` when invoices are shown: the one that is due first, and by number if two are
    /// due at the same moment.
    public static func dueFirst(_ left: Invoice, _ right: Invoice) -> Bool {
        (left.dueAt, left.id) < (right.dueAt, right.id)
    }
}

/// Fetches the invoices of a user.
nonisolated public protocol FetchInvoices: Sendable {
    /// Returns the invoices of `user` in the order of `Invoice.dueFirst`, without duplicates.
    func invoices(of user: UserID) async throws(ReadError) -> Snapshot<[Invoice]>
}

/// Invoices from any kind of ledger.
nonisolated public struct LedgerInvoices: FetchInvoices {
    private let entries: @Sendable (UserID) async throws(ReadError) -> Snapshot<[Invoice]>

    /// Creates the use case from a function that reads a user's entries, in any order, possibly with repetitions.
    public init(entries: @escaping @Sendable (UserID) async throws(ReadError) -> Snapshot<[Invoice]>) {
        self.entries = entries
    }

    /// Returns the first entry of each number, and reports the others as unreadable.
    public func invoices(of user: UserID) async throws(ReadError) -> Snapshot<[Invoice]> {
        let entries = try await entries(user)
        var seen: Set<Invoice.ID> = []
        let repeated = entries.value.indices.filter { !seen.insert(entries.value[$0].id).inserted }
        let first = entries.value.indices.filter { !repeated.contains($0) }.map { entries.value[$0] }
        return Snapshot(
            first.sorted(by: Invoice.dueFirst),
            freshness: entries.freshness,
            unreadable: entries.unreadable + repeated.map { FieldPath([.field("entries"), .index($0)]) }
        )
    }
}

// MARK: - The screen

/// The list of a user's invoices.
public typealias InvoiceListViewModel = ListViewModel<Invoice>

nonisolated extension ListRow<Invoice> {
    /// The amount to pay, with its currency.
    public var total: String { formats.money(entity.total) }

    /// The day by which to pay.
    public var due: String { formats.wording(.invoiceDue, .text(formats.day(entity.dueAt))) }
}

nonisolated extension Noun {
    /// A user's invoices.
    public static let invoices = Noun(plural: "invoices", "invoice", title: "Invoices", empty: "Nothing to pay.")
}

nonisolated extension Message {
    static let invoiceDue = Message("invoice.due", "Due on {0}")
}
