/// Names a feature of an app: `reservations`. It is part of the feature's links and of what is recorded about it.
public struct FeatureID: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 64 ASCII letters, digits and hyphens.
    public let text: String

    /// Answers `nil` for anything but 1 to 64 ASCII letters, digits and hyphens.
    public init?(text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(\.isWordOrHyphen) else { return nil }
        self.text = text
    }

    /// Takes a name as it is written in the source; another form is a mistake there and stops the program.
    public init(_ text: StaticString) {
        guard let feature = FeatureID(text: "\(text)") else {
            preconditionFailure("'\(text)' names no feature: 1 to 64 letters, digits and hyphens")
        }
        self = feature
    }

    /// The text.
    public var description: String { text }
}
