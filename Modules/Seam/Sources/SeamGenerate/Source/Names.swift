import SeamKit

extension String {
    /// The name as code: in backticks if it is a keyword.
    var escaped: String {
        StandardLibrary.keywords.contains(self) || ["Type", "Protocol"].contains(self) ? "`\(self)`" : self
    }

    /// The name of a constant for a value of this name: a constant `self` would hide the object.
    var local: String { self == "self" ? "selfValue" : escaped }

    /// The name with its first letter in upper case.
    var upperCamel: String { prefix(1).uppercased() + dropFirst() }
}
