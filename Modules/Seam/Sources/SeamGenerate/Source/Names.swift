import SeamKit

extension String {
    /// The name as code: in backticks if it is a keyword.
    var escaped: String { StandardLibrary.keywords.contains(self) ? "`\(self)`" : self }

    /// The name with its first letter in upper case.
    var upperCamel: String { prefix(1).uppercased() + dropFirst() }
}
