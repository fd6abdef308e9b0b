import SwiftSyntax

extension SwiftDocument {
    /// The names of the types that its code says, without those that it declares.
    package var typesFromElsewhere: Set<String> {
        var (names, own): (Set<String>, Set<String>) = ([], [])
        tree?.walk { node in
            if let type = node.as(IdentifierTypeSyntax.self) {
                names.insert(type.name.text)
            } else if let attribute = node.as(AttributeSyntax.self) {
                // Those of the language are no types.
                return attribute.attributeName.code.first?.isLowercase != true
            } else if let reference = node.as(DeclReferenceExprSyntax.self) {
                if reference.baseName.text.first?.isUppercase == true { names.insert(reference.baseName.text) }
            } else if let parameter = node.as(GenericParameterSyntax.self) {
                own.insert(parameter.name.text)
            } else if let declaration = node.as(ProtocolDeclSyntax.self) {
                own.insert(declaration.name.text)
            }
            return true
        }
        return names.subtracting(own)
    }
}
