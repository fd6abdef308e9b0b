import Foundation

/// The identity of a comparison in evidence: what is compared, and the deadline of the candidate.
struct ComparisonIdentity: CustomStringConvertible {
    private static let mark = "; deadline "
    private let what: String
    private let seconds: Double

    init(_ what: String, deadline: Duration) {
        self.what = what
        seconds = deadline / .seconds(1)
    }

    /// Reads what `description` writes; nil for anything else.
    init?(_ description: String) {
        guard let mark = description.range(of: Self.mark, options: .backwards),
            let seconds = Double(description[mark.upperBound...].prefix { $0 != " " })
        else { return nil }
        what = String(description[..<mark.lowerBound])
        self.seconds = seconds
    }

    var description: String {
        "\(what)\(Self.mark)\(seconds) seconds"
    }

    /// Whether runs of another comparison are as good as runs of this one: they differ at most in a shorter deadline, which is
    /// harder to meet.
    func covers(_ other: ComparisonIdentity) -> Bool {
        what == other.what && other.seconds <= seconds
    }
}

extension ComparisonIdentity {
    /// The same of two identities in words.
    static func covers(_ one: String?, _ other: String) -> Bool {
        if one == other { return true }
        guard let one = one.flatMap(ComparisonIdentity.init), let other = ComparisonIdentity(other) else {
            return false
        }
        return one.covers(other)
    }
}
