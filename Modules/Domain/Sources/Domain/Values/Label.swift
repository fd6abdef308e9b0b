/// A short name for a thing of a kind, made by who writes the app: 1 to 64 ASCII letters, digits and hyphens, compared
/// as they are written.
///
/// A label may stand in a link and in a record of what went wrong.
public struct Label<Subject>: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Reads a label; `nil` if the text is none.
    public init?(text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(\.isWordOrHyphen) else { return nil }
        self.text = text
    }

    /// Takes a label as it is written in the source; another form is a mistake there and stops the program.
    public init(_ text: StaticString) {
        guard let label = Label(text: "\(text)") else {
            preconditionFailure("'\(text)' is no label: 1 to 64 letters, digits and hyphens")
        }
        self = label
    }

    /// The name.
    public var description: String { text }
}

/// A part of an app that can be added and left out; the subject of `FeatureID`.
public enum AppFeature {}

/// Names a feature of an app: `reservations`. It is part of the feature's links and of what is recorded about it.
public typealias FeatureID = Label<AppFeature>
