import SwiftSyntax

extension TokenSyntax {
    /// The text without backticks.
    var bareName: String {
        text.hasPrefix("`") && text.hasSuffix("`") && text.count > 2 ? String(text.dropFirst().dropLast()) : text
    }
}

extension InheritanceClauseSyntax {
    /// The inherited types as written, without attributes such as `@unchecked`.
    var names: [String] {
        inheritedTypes.flatMap { inherited -> [String] in
            let type = inherited.type.as(AttributedTypeSyntax.self)?.baseType ?? inherited.type
            if let composition = type.as(CompositionTypeSyntax.self) {
                return composition.elements.map { $0.type.trimmedDescription }
            }
            return [type.trimmedDescription]
        }
    }
}

extension AttributeListSyntax {
    /// The names of the attributes, without those in `#if`.
    var names: [String] {
        compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
    }
}

extension IfConfigDeclSyntax {
    /// Each clause with its condition, written as one condition.
    var branches: [(condition: String, elements: IfConfigClauseSyntax.Elements?)] {
        var earlier: [String] = []
        return clauses.map { clause in
            let own = clause.condition?.trimmedDescription
            let parts = earlier.map { "!(\($0))" } + (own.map { [earlier.isEmpty ? $0 : "(\($0))"] } ?? [])
            if let own { earlier.append(own) }
            return (parts.joined(separator: " && "), clause.elements)
        }
    }
}

extension [String] {
    /// The conditions joined to one.
    var joinedConditions: String {
        count == 1 ? self[0] : map { "(\($0))" }.joined(separator: " && ")
    }
}

extension SyntaxProtocol {
    /// Returns the line of the node's first token in its file, counted from 1.
    func line(in path: String) -> Int {
        let converter = SourceLocationConverter(fileName: path, tree: root)
        return startLocation(converter: converter, afterLeadingTrivia: true).line
    }

    /// Returns whether an identifier among `names` occurs in the node.
    func mentions(_ names: Set<String>) -> Bool {
        !names.isEmpty
            && tokens(viewMode: .sourceAccurate).contains { token in
                if case .identifier = token.tokenKind { names.contains(token.bareName) } else { false }
            }
    }
}
