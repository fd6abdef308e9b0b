import Diagnostics
import Domain
import Foundation

/// What went wrong, oldest first.
struct ErrorsDocument: Encodable {
    let items: [ErrorDocument]
    /// How many are no longer kept.
    let gone: Int
    /// How many can't be read.
    let unreadable: Int

    init(_ contents: Spool.Contents?) {
        items = contents?.records.map(ErrorDocument.init) ?? []
        gone = contents?.gone ?? 0
        unreadable = contents?.unreadable ?? 0
    }
}

/// One record.
struct ErrorDocument: Encodable {
    let id: String
    /// ISO 8601, UTC, to the millisecond.
    let time: String
    let feature: String
    let severity: String
    let code: String
    let details: [String]

    init(_ record: PublishedDiagnostic) {
        let diagnostic = record.diagnostic
        id = record.id
        time = NameDocument.instant(diagnostic.time)
        feature = diagnostic.feature.text
        severity = diagnostic.severity.rawValue
        code = diagnostic.code.text
        details = diagnostic.details.map(\.description)
    }

    /// For people, who read it beside other logs: times are in UTC as there.
    var line: String {
        ([time, severity, feature, code] + details).joined(separator: "  ")
    }

    func jsonLine() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
