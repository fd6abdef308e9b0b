import SwiftSyntax

/// The names in an expression that a person has written in a comment.
package enum CodeNames {
    /// Returns an expression with other names, where these stand for themselves and not for members of something; as it is if it
    /// exceeds a limit of sources.
    ///
    /// - Parameter replacement: returns what to write for a name; nil to leave it.
    package static func replaced(in code: String, replacement: (String) -> String?) -> String {
        guard let tree = Array(code.utf8).withUnsafeBufferPointer({ SourceParser.tree(of: $0) }) else { return code }
        var text = ""
        for token in tree.tokens(viewMode: .sourceAccurate) {
            let other = isName(token) ? replacement(token.text.withoutBackticks) : nil
            text += token.leadingTrivia.description + (other ?? token.text) + token.trailingTrivia.description
        }
        return text
    }

    private static func isName(_ token: TokenSyntax) -> Bool {
        if token.parent?.is(IdentifierTypeSyntax.self) == true { return true }
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
        return reference.parent?.as(MemberAccessExprSyntax.self)?.declName != reference
    }
}
