/// A short name for a thing of some kind, chosen by the author of the app: 1 to 64 ASCII letters, digits and hyphens. Case
/// matters.
///
/// A label may be part of a link and of a diagnostic record.
public struct Label<Subject>: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Reads a label. Returns `nil` if the text is not a valid label.
    public init?(text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(\.isWordOrHyphen) else { return nil }
        self.text = text
    }

    /// Creates a label from a literal. An invalid literal is a programming error and stops the program.
    public init(_ text: StaticString) {
        guard let label = Label(text: "\(text)") else {
            preconditionFailure("'\(text)' is no label: 1 to 64 letters, digits and hyphens")
        }
        self = label
    }

    /// The name.
    public var description: String { text }
}

/// A part of an app that can be added and removed; the subject of `FeatureID`.
public enum AppFeature {}

/// Identifies a feature of an app: `reservations`. It is part of the feature's links and of its diagnostic records.
public typealias FeatureID = Label<AppFeature>
