package import SwiftSyntax

extension SyntaxProtocol {
    /// Returns the text on one line, without comments, with other texts for some tokens.
    package func line(replacing texts: [TokenSyntax: String] = [:]) -> String {
        var text = ""
        var gap = false
        for token in tokens(viewMode: .sourceAccurate) {
            if gap || Self.isGap(token.leadingTrivia), !text.isEmpty, !text.hasSuffix("("), !text.hasSuffix("["),
                token.text != ")", token.text != "]", token.text != ","
            {
                text += " "
            }
            text += texts[token] ?? token.text
            gap = Self.isGap(token.trailingTrivia)
        }
        return text
    }

    private static func isGap(_ trivia: Trivia) -> Bool {
        trivia.contains { piece in
            switch piece {
            case .spaces, .tabs, .newlines, .carriageReturnLineFeeds, .carriageReturns, .blockComment, .lineComment:
                true
            default: false
            }
        }
    }
}

extension FunctionParameterSyntax {
    /// Returns the parameter on one line, without its default.
    package func declared(replacing texts: [TokenSyntax: String]) -> String {
        let words = attributes.isEmpty ? "" : attributes.line() + " "
        return words + firstName.text + (secondName.map { " " + $0.text } ?? "") + ": " + type.line(replacing: texts)
            + (ellipsis == nil ? "" : "...")
    }
}

/// The parts of the declaration of a function or subscript, each on one line; empty for what it doesn't have.
package struct CallableLines {
    package let generics: String
    package let isAsync: Bool
    package let throwing: String
    package let result: String
    package let conditions: String
}

extension DeclSyntax {
    /// The attributes, each on one line, without those in branches of `#if`.
    package var attributeLines: [(name: String, line: String)] {
        attributeList.compactMap { $0.as(AttributeSyntax.self) }.map {
            (TypeStructure($0.attributeName).fullName ?? $0.attributeName.code, $0.line())
        }
    }

    private var genericParameters: GenericParameterClauseSyntax? {
        asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    }

    private var conditions: GenericWhereClauseSyntax? {
        asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
    }

    /// Returns the parts of a function or subscript, with other texts for some tokens.
    package func lines(replacing texts: [TokenSyntax: String]) -> CallableLines {
        let effects = function?.signature.effectSpecifiers
        let result = function?.signature.returnClause ?? self.as(SubscriptDeclSyntax.self)?.returnClause
        return CallableLines(
            generics: genericParameters?.line(replacing: texts) ?? "",
            isAsync: effects?.asyncSpecifier != nil,
            throwing: effects?.throwsClause?.line(replacing: texts) ?? "",
            result: result?.line(replacing: texts) ?? "",
            conditions: conditions?.line(replacing: texts) ?? ""
        )
    }

    /// The names of types in what a function or subscript takes and returns, and in its conditions, or in the type of a property.
    package var namedTypes: [TokenSyntax] {
        if let property { return property.bindings.first?.typeAnnotation?.type.namedTypes ?? [] }
        let own: [Syntax?] =
            self.as(SubscriptDeclSyntax.self).map { [Syntax($0.parameterClause), Syntax($0.returnClause)] }
            ?? [function.map { Syntax($0.signature) }]
        let parts = own + [genericParameters.map { Syntax($0) }, conditions.map { Syntax($0) }]
        return parts.compactMap(\.self).flatMap(\.namedTypes)
    }
}

extension SyntaxProtocol {
    /// The names of types in it that have nothing before them, without those of attributes.
    fileprivate var namedTypes: [TokenSyntax] {
        nodes(IdentifierTypeSyntax.self).filter { $0.parent?.is(AttributeSyntax.self) != true }.map(\.name)
    }
}
