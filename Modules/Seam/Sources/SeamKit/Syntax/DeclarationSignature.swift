import SwiftSyntax

// What follows the name of a declaration: parameters, effects, results, generics, accessors.
extension Declaration {
    package struct Parameter: Sendable {
        /// The label with which it is passed; nil for `_`.
        package var label: String?
        /// The name inside the declaration; `_` if it has none.
        package var name: String
        /// The names as they are written: `of user`.
        package var writtenNames: String
        package var type: TypeStructure
        package var isVariadic: Bool
        package var hasDefault: Bool
        /// Its place in bytes of UTF-8.
        package var offset: Int
        /// The label as it is written; `_` without one.
        package var writtenLabel: String
        /// The name as it is written.
        package var writtenName: String
        let defaultNode: ExprSyntax?

        /// The value without an argument; nil if an argument is needed.
        package var defaultValue: CodeValue? { defaultNode.map { CodeValue($0) } }
    }

    package struct Effects: Sendable {
        package enum Throwing: Sendable {
            case never, `rethrows`
            /// Throws errors of a type; nil for any.
            case errors(TypeStructure?)
        }

        package var isAsync = false
        package var isReasync = false
        package var throwing = Throwing.never
        /// The place of its last word in bytes of UTF-8; nil without effects.
        package var offset: Int?

        package var isRethrowing: Bool { if case .rethrows = throwing { true } else { false } }
        package var isThrowing: Bool { if case .never = throwing { false } else { true } }

        /// The effects as they are written: `async throws(E)`.
        package var text: String { text { $0.text } }

        /// Returns the effects as they are written.
        ///
        /// - Parameter error: writes the type of the errors.
        package func text(_ error: (TypeStructure) -> String) -> String {
            var words = isReasync ? ["reasync"] : isAsync ? ["async"] : []
            switch throwing {
            case .never: break
            case .rethrows: words.append("rethrows")
            case .errors(let type): words.append(type.map { "throws(\(error($0)))" } ?? "throws")
            }
            return words.joined(separator: " ")
        }

        init(async: TokenSyntax?, throws clause: ThrowsClauseSyntax?) {
            offset = (clause?.throwsSpecifier ?? async)?.positionAfterSkippingLeadingTrivia.utf8Offset
            isReasync = async?.text == "reasync"
            isAsync = async != nil && !isReasync
            guard let clause else { return }
            throwing =
                clause.throwsSpecifier.text == "rethrows" ? .rethrows : .errors(clause.type.map(TypeStructure.init))
        }
    }

    package struct GenericParameter: Sendable {
        package var name: String
        package var isPack: Bool
        /// The types that it conforms to.
        package var bounds: [TypeStructure]
        /// Its place in bytes of UTF-8.
        package var offset: Int
        let inherited: TypeStructure?
        let specifier: String?
    }

    package enum Requirement: Sendable {
        case conformance(TypeStructure, TypeStructure)
        case sameType(TypeStructure, TypeStructure)
        case layout(String)

        /// The requirement as it is written.
        package var text: String {
            switch self {
            case .conformance(let left, let right): "\(left.text): \(right.text)"
            case .sameType(let left, let right): "\(left.text) == \(right.text)"
            case .layout(let text): text
            }
        }

        /// Returns the requirement with other types.
        package func mapped(_ transform: (TypeStructure) -> TypeStructure) -> Requirement {
            switch self {
            case .conformance(let left, let right): .conformance(transform(left), transform(right))
            case .sameType(let left, let right): .sameType(transform(left), transform(right))
            case .layout: self
            }
        }
    }

    package struct Accessor: Sendable {
        /// The word: `get`, `set`, `willSet`.
        package var name: String
        package var effects: Effects
        package var offset: Int
    }

    /// One property of a declaration, which may declare several.
    package struct Binding: Sendable {
        /// The name; the whole pattern if it is a tuple.
        package var name: String
        package var writtenName: String
        /// Whether it is one name, not a tuple.
        package var isName: Bool
        package var type: TypeStructure?
        package var hasValue: Bool
        package var accessors: [Accessor]
        /// Whether it has a body that computes it, without the word `get`.
        package var hasGetterBody: Bool
        /// The expression that computes it, if its body is nothing but that.
        package var computedValue: CodeValue?
        let valueNode: ExprSyntax?

        /// The initial value; nil without one.
        package var value: CodeValue? { valueNode.map { CodeValue($0) } }

        /// Whether it is stored, perhaps with observers.
        package var isStored: Bool {
            !hasGetterBody && accessors.allSatisfy { ["willSet", "didSet"].contains($0.name) }
        }
    }

    /// A case of an enum.
    package struct Case: Sendable {
        package var name: String
        /// The values that it carries; nil without parentheses.
        package var values: [Value]?

        package struct Value: Sendable {
            /// The label; nil without one, or for `_`.
            package var label: String?
            package var type: TypeStructure
        }
    }

    // MARK: - Functions

    private var signature: FunctionSignatureSyntax? {
        node.as(FunctionDeclSyntax.self)?.signature ?? node.as(InitializerDeclSyntax.self)?.signature
    }

    package var parameters: [Parameter] {
        let clause = signature?.parameterClause ?? node.as(SubscriptDeclSyntax.self)?.parameterClause
        // A parameter of a subscript has a label only if it has two names.
        let needsTwo = kind == .subscript
        return (clause?.parameters ?? []).map { parameter in
            let first = parameter.firstName.text
            let second = parameter.secondName?.text
            let isUnlabelled = first == "_" || needsTwo && second == nil
            return Parameter(
                label: isUnlabelled ? nil : first.withoutBackticks,
                name: (second ?? first).withoutBackticks,
                writtenNames: second.map { "\(first) \($0)" } ?? first,
                type: TypeStructure(parameter.type),
                isVariadic: parameter.ellipsis != nil,
                hasDefault: parameter.defaultValue != nil,
                offset: parameter.positionAfterSkippingLeadingTrivia.utf8Offset,
                writtenLabel: isUnlabelled ? "_" : first,
                writtenName: second ?? first,
                defaultNode: parameter.defaultValue?.value
            )
        }
    }

    package var effects: Effects {
        let effects = signature?.effectSpecifiers
        return Effects(async: effects?.asyncSpecifier, throws: effects?.throwsClause)
    }

    private var returnClause: ReturnClauseSyntax? {
        node.as(FunctionDeclSyntax.self)?.signature.returnClause ?? node.as(SubscriptDeclSyntax.self)?.returnClause
    }

    /// The type of the result; nil if none is written.
    package var result: TypeStructure? { returnClause.map { TypeStructure($0.type) } }
    /// The place of the result's type in bytes of UTF-8; nil if none is written.
    package var resultOffset: Int? { returnClause?.type.positionAfterSkippingLeadingTrivia.utf8Offset }

    /// Whether an initializer may return nil.
    package var isFailable: Bool { node.as(InitializerDeclSyntax.self)?.optionalMark != nil }

    /// The expression that a function returns, if its body is nothing but that.
    package var returnedValue: CodeValue? {
        node.as(FunctionDeclSyntax.self)?.body.flatMap { CodeValue(only: $0.statements) }
    }

    // MARK: - Generics

    /// Whether it, or a type around it, has generic parameters.
    package var isGeneric: Bool { ([self] + enclosing).contains { !$0.genericParameters.isEmpty } }

    package var genericParameters: [GenericParameter] {
        let clause = node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
        return (clause?.parameters ?? []).map { parameter in
            let inherited = parameter.inheritedType.map(TypeStructure.init)
            return GenericParameter(
                name: parameter.name.text.withoutBackticks,
                isPack: parameter.specifier?.text == "each",
                bounds: inherited?.composed ?? [],
                offset: parameter.positionAfterSkippingLeadingTrivia.utf8Offset,
                inherited: inherited,
                specifier: parameter.specifier?.text
            )
        }
    }

    /// The requirements of its `where`.
    package var genericRequirements: [Requirement] {
        let clause =
            node.asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
            ?? node.asProtocol((any DeclGroupSyntax).self)?.genericWhereClause
            ?? node.as(AssociatedTypeDeclSyntax.self)?.genericWhereClause
        return (clause?.requirements ?? []).map { item in
            switch item.requirement {
            case .sameTypeRequirement(let same):
                .sameType(Self.type(of: same.leftType), Self.type(of: same.rightType))
            case .conformanceRequirement(let conformance):
                .conformance(TypeStructure(conformance.leftType), TypeStructure(conformance.rightType))
            case .layoutRequirement(let layout): .layout(layout.trimmedDescription)
            }
        }
    }

    private static func type(of node: SameTypeRequirementSyntax.LeftType) -> TypeStructure {
        node.as(TypeSyntax.self).map(TypeStructure.init) ?? .unknown(node.trimmedDescription)
    }

    private static func type(of node: SameTypeRequirementSyntax.RightType) -> TypeStructure {
        node.as(TypeSyntax.self).map(TypeStructure.init) ?? .unknown(node.trimmedDescription)
    }

    /// Returns the generic parameters as they are written, with types that `transform` has changed: `<T: P>`.
    package func genericsText(_ transform: (TypeStructure) -> TypeStructure = { $0 }) -> String {
        let parameters = genericParameters.map { parameter in
            let name = transform(TypeStructure(named: parameter.name)).text
            return (parameter.specifier.map { $0 + " " } ?? "")
                + (StandardLibrary.keywords.contains(name) ? "`\(name)`" : name)
                + (parameter.inherited.map { ": " + transform($0).text } ?? "")
        }
        return parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    }

    /// The primary associated types of a protocol.
    package var primaryAssociatedTypes: [String] {
        (node.as(ProtocolDeclSyntax.self)?.primaryAssociatedTypeClause?.primaryAssociatedTypes ?? []).map {
            $0.name.text.withoutBackticks
        }
    }

    /// What it inherits from or conforms to, with attributes such as `@unchecked`.
    package var inherited: [Inherited] {
        let clause =
            node.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause
            ?? node.as(AssociatedTypeDeclSyntax.self)?.inheritanceClause
        return (clause?.inheritedTypes ?? []).flatMap { item in
            let offset = item.positionAfterSkippingLeadingTrivia.utf8Offset
            return TypeStructure(item.type).unmodified.composed.map { Inherited(type: $0, offset: offset) }
        }
    }

    /// An entry of an inheritance clause.
    package struct Inherited: Sendable {
        /// The type, without attributes; each part of a composition is an entry.
        package var type: TypeStructure
        package var offset: Int
    }

    // MARK: - Properties, subscripts, cases, aliases

    /// Whether a property is declared with `let`.
    package var isLet: Bool { node.as(VariableDeclSyntax.self)?.bindingSpecifier.text == "let" }

    package var bindings: [Binding] {
        (node.as(VariableDeclSyntax.self)?.bindings ?? []).map { binding in
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            let written = name ?? binding.pattern.trimmedDescription
            var getter: CodeBlockItemListSyntax?
            if case .getter(let body)? = binding.accessorBlock?.accessors { getter = body }
            return Binding(
                name: written.withoutBackticks,
                writtenName: written,
                isName: name != nil,
                type: binding.typeAnnotation.map { TypeStructure($0.type) },
                hasValue: binding.initializer != nil,
                accessors: Self.accessors(of: binding.accessorBlock),
                hasGetterBody: getter != nil,
                computedValue: getter.flatMap { CodeValue(only: $0) },
                valueNode: binding.initializer?.value
            )
        }
    }

    /// The accessors of a subscript, or of the first property.
    package var accessors: [Accessor] {
        Self.accessors(
            of: node.as(SubscriptDeclSyntax.self)?.accessorBlock
                ?? node.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock
        )
    }

    private static func accessors(of block: AccessorBlockSyntax?) -> [Accessor] {
        guard case .accessors(let list)? = block?.accessors else { return [] }
        return list.map { accessor in
            let effects = accessor.effectSpecifiers
            return Accessor(
                name: accessor.accessorSpecifier.text,
                effects: Effects(async: effects?.asyncSpecifier, throws: effects?.throwsClause),
                offset: accessor.positionAfterSkippingLeadingTrivia.utf8Offset
            )
        }
    }

    /// The cases that the declaration of a case declares.
    package var cases: [Case] {
        (node.as(EnumCaseDeclSyntax.self)?.elements ?? []).map { element in
            Case(
                name: element.name.text.withoutBackticks,
                values: element.parameterClause?.parameters.map { parameter in
                    let label = parameter.firstName?.text
                    return Case.Value(label: label == "_" ? nil : label, type: TypeStructure(parameter.type))
                }
            )
        }
    }

    /// The type that an extension extends.
    package var extended: TypeStructure? { node.as(ExtensionDeclSyntax.self).map { TypeStructure($0.extendedType) } }

    /// What an alias stands for.
    package var aliased: TypeStructure? {
        node.as(TypeAliasDeclSyntax.self).map { TypeStructure($0.initializer.value) }
    }
}
