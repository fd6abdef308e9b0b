public import Foundation

/// A record of one thing that went wrong: when, in which feature, how severe, and what.
///
/// It contains nothing that a person typed or that a server returned. Codes are written in the source, and details are codes,
/// counts and paths of fields. So a record may be stored, sent and shown.
public struct Diagnostic: Hashable, Sendable {
    /// When it went wrong, stored to the millisecond.
    public let time: Date
    /// The feature in which it went wrong.
    public let feature: FeatureID
    /// The severity.
    public let severity: Severity
    /// What went wrong.
    public let code: DiagnosticCode
    /// Further details, at most `maximumDetails`.
    public let details: [Detail]

    /// The maximum number of details in a record.
    public static let maximumDetails = 16

    /// How severe a problem is.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Worth knowing; it affected nobody.
        case notice
        /// A person did not get what they asked for, and saw why.
        case warning
        /// Something is broken.
        case error

        /// Orders severities from notice to error.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .notice: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A detail of what went wrong.
    public enum Detail: Hashable, Sendable {
        /// The cause.
        case cause(DiagnosticCode)
        /// The path of the field in the response.
        case place(FieldPath)
        /// A count.
        case count(Int)
    }

    /// Creates a record from its parts. Details above `maximumDetails` are left out. A name in a path that can't be the name of
    /// a field is replaced with `?`, because it might be a value.
    public init(
        time: Date,
        feature: FeatureID,
        severity: Severity,
        code: DiagnosticCode,
        details: [Detail] = []
    ) {
        self.time = time
        self.feature = feature
        self.severity = severity
        self.code = code
        self.details = details.prefix(Self.maximumDetails).map(\.redacted)
    }
}

extension Diagnostic.Detail {
    fileprivate var redacted: Self {
        guard case .place(let path) = self else { return self }
        return .place(
            FieldPath(
                path.components.prefix(32).map { component in
                    guard case .field(let name) = component, !Self.isFieldName(name) else { return component }
                    return .field("?")
                }
            )
        )
    }

    /// Returns whether a text can be the name of a field: it begins with a letter. A number, an address or a sentence is not a
    /// field name.
    private static func isFieldName(_ text: String) -> Bool {
        guard (1...32).contains(text.utf8.count), let first = text.utf8.first else { return false }
        return text.utf8.allSatisfy { $0.isWordOrHyphen || $0 == UInt8(ascii: "_") }
            && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            && text.utf8.count(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) <= 4
    }
}

extension Diagnostic.Detail: CustomStringConvertible {
    /// The detail in a few words: `store.unavailable`, `orders[3].total`, `12`.
    public var description: String {
        switch self {
        case .cause(let code): code.description
        case .place(let path): path.description
        case .count(let count): String(count)
        }
    }
}
