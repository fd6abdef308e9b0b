// `nonisolated` is for packages whose default isolation is the main actor. Elsewhere it changes nothing.
public import Domain
public import Foundation
public import Presentation

// MARK: - The use case

/// A bill for what a user has bought.
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

    /// The order in which invoices are shown: the one that is due first, and by number where two are due at once.
    public static func dueFirst(_ left: Invoice, _ right: Invoice) -> Bool {
        (left.dueAt, left.id) < (right.dueAt, right.id)
    }
}

/// Fetches the invoices of a user.
nonisolated public protocol FetchInvoices: Sendable {
    /// Returns the invoices of `user` in the order of `Invoice.dueFirst`, without duplicates.
    func invoices(of user: UserID) async throws(ReadError) -> Snapshot<[Invoice]>
}

/// Invoices from a ledger, whatever keeps it.
nonisolated public struct LedgerInvoices: FetchInvoices {
    private let entries: @Sendable (UserID) async throws(ReadError) -> Snapshot<[Invoice]>

    /// Takes a function that reads a user's entries, in any order, some perhaps twice.
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
public typealias InvoiceListViewModel = ListViewModel<Invoice, InvoiceRow>

extension InvoiceListViewModel {
    /// Creates a list that is empty until its first `load()`.
    public convenience init(
        user: UserID,
        fetch: any FetchInvoices,
        formats: Formats,
        now: @escaping @Sendable () -> Date
    ) {
        self.init(.invoices, of: user, read: fetch.invoices, row: InvoiceRow.init, formats: formats, now: now)
    }
}

/// One invoice as a person reads it.
nonisolated public struct InvoiceRow: Identifiable, Sendable {
    /// The invoice's number, unique in a list.
    public let id: Invoice.ID
    /// The amount to pay, with its currency.
    public let total: String
    /// The day by which to pay.
    public let due: String

    init(_ invoice: Invoice, formats: Formats) {
        id = invoice.id
        total = formats.money(invoice.total)
        due = formats.wording(.invoiceDue, .text(formats.day(invoice.dueAt)))
    }
}

nonisolated extension Noun {
    static let invoices = Noun(plural: "invoices", "invoice", title: "Invoices", empty: "Nothing to pay.")
}

nonisolated extension Message {
    static let invoiceDue = Message("invoice.due", "Due on {0}")
}
