public import Foundation

/// One thing that went wrong, as it is recorded: when, in which feature, how badly, and what.
///
/// It has nothing in it that a person typed or a store answered: codes are written in the source, and details are codes,
/// counts and the places of fields. So it may be kept, sent and shown.
public struct Diagnostic: Hashable, Sendable {
    /// When it went wrong. It is kept to the millisecond.
    public let time: Date
    /// What it went wrong in.
    public let feature: FeatureID
    /// How badly.
    public let severity: Severity
    /// What went wrong.
    public let code: DiagnosticCode
    /// What else is known, at most `maximumDetails`.
    public let details: [Detail]

    /// How many details one record has at most.
    public static let maximumDetails = 16

    /// How bad something is.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Worth knowing; nobody was kept from anything.
        case notice
        /// Somebody did not get what they asked for, and was told why.
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

    /// Something known about what went wrong.
    public enum Detail: Hashable, Sendable {
        /// What it came from.
        case cause(DiagnosticCode)
        /// Where in an answer it is.
        case place(FieldPath)
        /// How many.
        case count(Int)
    }

    /// Makes a record of its parts. Details above `maximumDetails` are left out, and so is any name in a place that
    /// no record would give to a field, lest it be a value: it becomes `?`.
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

    /// Field names begin with a letter; a number, an address or a sentence is none.
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
