public import Domain
import Foundation

/// A record with the identifier under which it was published.
public struct PublishedDiagnostic: Hashable, Sendable {
    /// Unique among all records. A receiver can recognise a repeated record by it.
    public let id: String
    /// What went wrong.
    public let diagnostic: Diagnostic

    init(id: String, _ diagnostic: Diagnostic) {
        self.id = id
        self.diagnostic = diagnostic
    }
}

/// A record as JSON (RFC 8259) on one line, which ends with a line feed. Times are milliseconds since 1970.
///
///     {"code":"flow.time-out","details":[{"count":3}],"feature":"orders","id":"9f..-1","severity":"error","time":1795253400123}
struct RecordLine: Codable {
    private let id: String
    private let time: Int
    private let feature: String
    private let severity: String
    private let code: String
    private let details: [Detail]

    private struct Detail: Codable {
        var cause: String?
        var place: FieldPath?
        var count: Int?

        /// The detail, or `nil` if the fields don't form one.
        var detail: Diagnostic.Detail? {
            if let cause = cause.flatMap({ DiagnosticCode(text: $0) }) { return .cause(cause) }
            if let count { return .count(count) }
            return place.map { .place($0) }
        }
    }

    init(_ record: PublishedDiagnostic) {
        id = record.id
        // A record can hold any date. A whole number of milliseconds covers 290 million years before and after 1970.
        let milliseconds = (record.diagnostic.time.timeIntervalSince1970 * 1000).rounded()
        time = Int(exactly: milliseconds) ?? 0
        feature = record.diagnostic.feature.text
        severity = record.diagnostic.severity.rawValue
        code = record.diagnostic.code.text
        details = record.diagnostic.details.map { detail in
            switch detail {
            case .cause(let code): Detail(cause: code.text)
            case .count(let count): Detail(count: count)
            case .place(let path): Detail(place: path)
            }
        }
    }

    /// The record, or `nil` if the line doesn't contain one.
    var record: PublishedDiagnostic? {
        guard let feature = FeatureID(text: feature), let code = DiagnosticCode(text: code),
            let severity = Diagnostic.Severity(rawValue: severity)
        else { return nil }
        return PublishedDiagnostic(
            id: id,
            Diagnostic(
                time: Date(timeIntervalSince1970: Double(time) / 1000),
                feature: feature,
                severity: severity,
                code: code,
                details: details.compactMap(\.detail)
            )
        )
    }

    static func bytes(_ record: PublishedDiagnostic) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding can't fail: there are only strings and whole numbers.
        let line = (try? encoder.encode(RecordLine(record))) ?? Data()
        return line + [UInt8(ascii: "\n")]
    }

    static func record(_ line: some DataProtocol) -> PublishedDiagnostic? {
        (try? JSONDecoder().decode(RecordLine.self, from: Data(line)))?.record
    }
}
