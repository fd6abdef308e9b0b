public import Domain
import Foundation

/// A record as it was published.
public struct PublishedDiagnostic: Hashable, Sendable {
    /// Unique among all records: who gets one twice knows it by this.
    public let id: String
    /// What went wrong.
    public let diagnostic: Diagnostic

    init(id: String, _ diagnostic: Diagnostic) {
        self.id = id
        self.diagnostic = diagnostic
    }
}

/// One record as JSON (RFC 8259) on one line, which ends with a line feed; times are milliseconds since 1970.
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
        var place: [Step]?
        var count: Int?

        /// The detail; `nil` if this says something else.
        var detail: Diagnostic.Detail? {
            if let cause = cause.flatMap({ DiagnosticCode(text: $0) }) { return .cause(cause) }
            if let count { return .count(count) }
            guard let place else { return nil }
            return .place(
                FieldPath(
                    place.map { step in
                        switch step {
                        case .field(let name): .field(name)
                        case .index(let index): .index(index)
                        }
                    }
                )
            )
        }
    }

    private enum Step: Codable {
        case field(String)
        case index(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let index = try? container.decode(Int.self) {
                self = .index(index)
            } else {
                self = .field(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .field(let name): try container.encode(name)
            case .index(let index): try container.encode(index)
            }
        }
    }

    init(_ record: PublishedDiagnostic) {
        id = record.id
        // A record holds any date; a whole number of milliseconds holds 290 million years to either side.
        let milliseconds = (record.diagnostic.time.timeIntervalSince1970 * 1000).rounded()
        time = Int(exactly: milliseconds) ?? 0
        feature = record.diagnostic.feature.text
        severity = record.diagnostic.severity.rawValue
        code = record.diagnostic.code.text
        details = record.diagnostic.details.map { detail in
            switch detail {
            case .cause(let code): Detail(cause: code.text)
            case .count(let count): Detail(count: count)
            case .place(let path):
                Detail(
                    place: path.components.map { component in
                        switch component {
                        case .field(let name): .field(name)
                        case .index(let index): .index(index)
                        }
                    }
                )
            }
        }
    }

    /// The record; `nil` if the line says something else.
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
        // Texts and whole numbers can always be encoded.
        let line = (try? encoder.encode(RecordLine(record))) ?? Data()
        return line + [UInt8(ascii: "\n")]
    }

    static func record(_ line: some DataProtocol) -> PublishedDiagnostic? {
        (try? JSONDecoder().decode(RecordLine.self, from: Data(line)))?.record
    }
}
