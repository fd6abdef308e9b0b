package import SwiftSyntax

// Reads types from the tree.
extension TypeStructure {
    /// Reads a type.
    package init(_ node: some TypeSyntaxProtocol) {
        switch TypeSyntax(node).as(TypeSyntaxEnum.self) {
        case .identifierType(let node):
            self = Self.name(qualifier: nil, name: node.name, clause: node.genericArgumentClause)
        case .memberType(let node):
            self = Self.name(
                qualifier: TypeStructure(node.baseType),
                name: node.name,
                clause: node.genericArgumentClause
            )
        case .optionalType(let node): self = .optional(TypeStructure(node.wrappedType))
        case .implicitlyUnwrappedOptionalType(let node): self = .implicitlyUnwrapped(TypeStructure(node.wrappedType))
        case .arrayType(let node): self = .array(TypeStructure(node.element))
        case .dictionaryType(let node):
            self = .dictionary(key: TypeStructure(node.key), value: TypeStructure(node.value))
        case .tupleType(let node):
            let elements = Self.elements(of: node.elements)
            let only =
                elements.count == 1 && elements[0].names.isEmpty && !elements[0].isVariadic ? elements[0].type : nil
            // A pack in parentheses is a tuple of any number of elements.
            if let only, !only.isPackExpansion { self = only } else { self = .tuple(elements) }
        case .functionType(let node):
            let effects = node.effectSpecifiers
            self = .function(
                Function(
                    parameters: Self.elements(of: node.parameters),
                    effects: Declaration.Effects(async: effects?.asyncSpecifier, throws: effects?.throwsClause),
                    result: TypeStructure(node.returnClause.type)
                )
            )
        case .someOrAnyType(let node):
            let constraint = TypeStructure(node.constraint)
            self = node.someOrAnySpecifier.text == "any" ? .existential(constraint) : .opaque(constraint)
        case .compositionType(let node): self = .composition(node.elements.flatMap { TypeStructure($0.type).composed })
        case .metatypeType(let node):
            self = .metatype(TypeStructure(node.baseType), isProtocol: node.metatypeSpecifier.text == "Protocol")
        case .suppressedType(let node): self = .suppressed(TypeStructure(node.type))
        case .packExpansionType(let node): self = .packExpansion(TypeStructure(node.repetitionPattern))
        case .packElementType(let node): self = .packElement(TypeStructure(node.pack))
        case .attributedType(let node):
            self = .modified(
                TypeStructure(node.baseType),
                specifiers: (Array(node.specifiers) + Array(node.lateSpecifiers)).map(\.trimmedDescription),
                attributes: node.attributes.map { Declaration.Attribute($0) }
            )
        case .classRestrictionType, .inlineArrayType, .missingType, .namedOpaqueReturnType:
            self = .unknown(node.trimmedDescription)
        @unknown default: self = .unknown(node.trimmedDescription)
        }
    }

    private var isPackExpansion: Bool { if case .packExpansion = self { true } else { false } }

    private static func name(
        qualifier: TypeStructure?,
        name: TokenSyntax,
        clause: GenericArgumentClauseSyntax?
    ) -> TypeStructure {
        let arguments = (clause?.arguments ?? []).map { argument -> TypeStructure in
            if case .type(let type) = argument.argument {
                TypeStructure(type)
            } else {
                .unknown(argument.argument.trimmedDescription)
            }
        }
        return .named(Name(qualifier: qualifier, name.text, arguments: arguments))
    }

    private static func elements(of list: TupleTypeElementListSyntax) -> [Element] {
        list.map { element in
            let names = [element.firstName, element.secondName].compactMap { $0?.text }.joined(separator: " ")
            let type = TypeStructure(element.type)
            return Element(
                names: names,
                type: element.inoutKeyword == nil ? type : .modified(type, specifiers: ["inout"], attributes: []),
                isVariadic: element.ellipsis != nil
            )
        }
    }
}
