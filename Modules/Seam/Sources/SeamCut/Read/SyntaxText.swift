import SwiftSyntax

extension SyntaxProtocol {
    /// The text without what stands before its first token and after its last, as in SwiftSyntax, which makes another tree for it.
    var trimmedDescription: String {
        let text = syntaxTextBytes
        let end = text.count - trailingTriviaLength.utf8Length
        return String(decoding: text[leadingTriviaLength.utf8Length..<end], as: UTF8.self)
    }
}
