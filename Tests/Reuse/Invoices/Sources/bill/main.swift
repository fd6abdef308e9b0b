import Domain
import Invoices

let ledger = LedgerInvoices { _ in Snapshot([], freshness: .live) }
print("Ada has \(try await ledger.invoices(of: UserID("ada")).value.count) invoices")
