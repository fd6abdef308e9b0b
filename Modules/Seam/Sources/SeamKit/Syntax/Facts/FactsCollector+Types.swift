@_spi(RawSyntax) import SwiftSyntax

/// Types in their written form.
///
/// Optionals, `any`, `some`, attributes and generic arguments are left out: `any Service?` is `Service`.
extension FactsCollector {
    /// Notes the names in a type, and returns its written type; -1 for one without a name, and for none.
    mutating func index(ofType type: RawTypeSyntax?) -> Index {
        noteNames(in: type)
        return written(ofType: type)
    }

    /// Returns the written type of a node; -1 for one without a name, and for none.
    mutating func written(ofType type: RawTypeSyntax?) -> Index {
        guard let type else { return -1 }
        if let plain = RawIdentifierTypeSyntax(type), plain.genericArgumentClause == nil {
            return plainType(named: index(of: plain.name))
        }
        return written(type.raw)
    }

    private mutating func written(_ type: RawSyntax) -> Index {
        var current = type
        // Optionals and member types nest to the left without limit, so a loop follows them.
        var suffix: [Index] = []
        while true {
            if let inner = Self.inner(of: current) {
                current = inner
            } else if let node = RawMemberTypeSyntax(current) {
                suffix.append(index(of: node.name))
                current = node.baseType.raw
            } else if let node = RawIdentifierTypeSyntax(current) {
                if suffix.isEmpty, node.name.tokenText == "Optional",
                    let first = Self.firstArgument(of: node.genericArgumentClause)
                {
                    current = first
                    continue
                }
                return named([index(of: node.name)] + suffix.reversed())
            } else {
                return nested(current)
            }
        }
    }

    /// Returns the type for a sequence of names; the name `Type` at its end stands for a metatype.
    private mutating func named(_ names: [Index]) -> Index {
        let metatypes = names.dropFirst().reversed().prefix { name(at: $0) == "Type" }.count
        let row = names.dropLast(metatypes)
        guard let first = row.first else { return -1 }
        var type: Index
        if row.count == 1 {
            type = plainType(named: first)
        } else {
            noteSuffix(row)
            type = index(of: .named(path(of: row)))
        }
        for _ in 0..<metatypes { type = index(of: .metatype(type)) }
        return type
    }

    /// Returns the path for a sequence of names.
    mutating func path(of names: some Sequence<Index>) -> Index {
        names.reduce(Index(-1)) { parent, name in path(of: name, in: parent) }
    }

    /// Records the path without its first name, which may be that of a module.
    mutating func noteSuffix(_ names: some Collection<Index>) { _ = path(of: names.dropFirst()) }

    /// Returns the type that another one stands for here.
    private static func inner(of type: RawSyntax) -> RawSyntax? {
        switch type.kind {
        case .optionalType: return RawOptionalTypeSyntax(type)?.wrappedType.raw
        case .implicitlyUnwrappedOptionalType:
            return RawImplicitlyUnwrappedOptionalTypeSyntax(type)?.wrappedType.raw
        case .someOrAnyType: return RawSomeOrAnyTypeSyntax(type)?.constraint.raw
        case .attributedType: return RawAttributedTypeSyntax(type)?.baseType.raw
        case .tupleType:
            var elements = Children<RawTupleTypeElementSyntax>(RawTupleTypeSyntax(type)?.elements)
            let only = elements.next()
            return elements.next() == nil ? only?.type.raw : nil
        case .compositionType:
            var elements = Children<RawCompositionTypeElementSyntax>(RawCompositionTypeSyntax(type)?.elements)
            return elements.next()?.type.raw
        default: return nil
        }
    }

    /// Returns the written type of a collection that says what is in it: `[Module]()`, `[Module()]`, `[String: Module]()`; -1 for
    /// another value.
    mutating func collection(of value: RawSyntax) -> Index {
        let type = RawFunctionCallExprSyntax(value)?.calledExpression.raw
        if let array = RawArrayExprSyntax(type ?? value) {
            var elements = Children<RawArrayElementSyntax>(array.elements)
            let element = elements.next().map { named($0.expression.raw, isType: type != nil) } ?? -1
            return element < 0 ? -1 : index(of: .array(element))
        }
        guard let content = RawDictionaryExprSyntax(type ?? value)?.content else { return -1 }
        var elements = Children<RawDictionaryElementSyntax>(RawDictionaryElementListSyntax(content))
        let element = elements.next().map { named($0.value.raw, isType: type != nil) } ?? -1
        return element < 0 ? -1 : index(of: .dictionary(element))
    }

    /// Returns the written type that an expression names, or makes an instance of; -1 for none.
    private mutating func named(_ expression: RawSyntax, isType: Bool) -> Index {
        let type = isType ? expression : RawFunctionCallExprSyntax(expression)?.calledExpression.raw
        guard let name = type.flatMap({ RawDeclReferenceExprSyntax($0) })?.baseName else { return -1 }
        let number = index(of: name)
        return names.capitals[Int(number)] ? plainType(named: number) : -1
    }

    /// Returns the written type of `Outer.Inner.self`; -1 for another expression.
    mutating func written(ofMetatype expression: RawSyntax) -> Index {
        guard let access = RawMemberAccessExprSyntax(expression), access.declName.baseName.tokenText == "self" else {
            return -1
        }
        var row: [Index] = []
        var current = access.base?.raw
        while let outer = current.flatMap({ RawMemberAccessExprSyntax($0) }) {
            row.append(index(of: outer.declName.baseName))
            current = outer.base?.raw
        }
        guard let first = current.flatMap({ RawDeclReferenceExprSyntax($0) }) else { return -1 }
        return named([index(of: first.baseName)] + row.reversed())
    }

    private mutating func nested(_ type: RawSyntax) -> Index {
        if let node = RawMetatypeTypeSyntax(type) {
            let base = written(node.baseType.raw)
            return base >= 0 ? index(of: .metatype(base)) : -1
        }
        if let node = RawFunctionTypeSyntax(type) { return index(of: .function(written(node.returnClause.type.raw))) }
        if let node = RawArrayTypeSyntax(type) { return index(of: .array(written(node.element.raw))) }
        if let node = RawDictionaryTypeSyntax(type) { return index(of: .dictionary(written(node.value.raw))) }
        return -1
    }

    private static func firstArgument(of clause: RawGenericArgumentClauseSyntax?) -> RawSyntax? {
        var arguments = Children<RawGenericArgumentSyntax>(clause?.arguments)
        return arguments.next().flatMap { RawTypeSyntax($0.argument) }?.raw
    }
}

@_spi(RawSyntax) import SwiftSyntax

/// Parameters, also generic ones with the types that bound them.
extension FactsCollector {
    static func labels(of parameters: RawFunctionParameterListSyntax, areSubscripts: Bool = false) -> String {
        var text = "("
        for parameter in Children<RawFunctionParameterSyntax>(parameters) {
            if areSubscripts, parameter.secondName == nil {
                text += "_:"
            } else {
                text += String(decoding: parameter.firstName.name, as: UTF8.self)
                text += ":"
            }
        }
        text += ")"
        return text
    }

    mutating func declareParameters(
        _ list: RawFunctionParameterListSyntax,
        areSubscripts: Bool = false
    ) -> [FileFacts.ParameterFact] {
        var result: [FileFacts.ParameterFact] = []
        for parameter in Children<RawFunctionParameterSyntax>(list) {
            walk(parameter.attributes)
            let type = bounded(index(ofType: parameter.type))
            // Whoever calls writes what an autoclosure returns.
            var passed = type
            if let attributed = RawAttributedTypeSyntax(parameter.type),
                Self.has("autoclosure", in: attributed.attributes),
                case .function(let result)? = facts.type(at: type)
            {
                passed = result
            }
            let isPositional = parameter.firstName.tokenText == "_" || areSubscripts && parameter.secondName == nil
            let label = isPositional ? -1 : index(of: parameter.firstName)
            result.append(FileFacts.ParameterFact(label: label, type: passed))
            let values =
                parameter.defaultValue.map { self.values(of: $0.value.raw, expected: Expected(type: type)) } ?? []
            let name = index(of: parameter.secondName ?? parameter.firstName)
            declare(name, type: type, values: values, isParameter: true)
        }
        return result
    }

    /// Declares generic parameters with the types that bound them.
    mutating func declareBounds(
        _ parameters: RawGenericParameterClauseSyntax?,
        clause: RawGenericWhereClauseSyntax?
    ) {
        noteNames(in: parameters)
        noteNames(in: clause)
        guard let parameters else { return }
        var unbounded: Set<Index> = []
        for parameter in Children<RawGenericParameterSyntax>(parameters.parameters) {
            let name = index(of: parameter.name)
            let bound = written(ofType: parameter.inheritedType)
            generics.declare(name, as: bound)
            if bound < 0 { unbounded.insert(name) } else { unbounded.remove(name) }
        }
        for requirement in Children<RawGenericRequirementSyntax>(clause?.requirements) {
            guard let conformance = RawConformanceRequirementSyntax(requirement.requirement) else { continue }
            guard let left = RawIdentifierTypeSyntax(conformance.leftType) else { continue }
            let name = index(of: left.name)
            let bound = written(ofType: conformance.rightType)
            guard bound >= 0, unbounded.remove(name) != nil else { continue }
            generics.declare(name, as: bound)
        }
    }

    /// Returns `T.Type` as the metatype of the bound of `T`.
    private mutating func bounded(_ type: Index) -> Index {
        guard case .metatype(let inner)? = facts.type(at: type), case .named(let path)? = facts.type(at: inner),
            facts.paths[Int(path)].parent < 0, let bound = generics[facts.paths[Int(path)].name], bound >= 0
        else { return type }
        return index(of: .metatype(bound))
    }
}

@_spi(RawSyntax) import SwiftSyntax

/// Property wrappers: the value of `@Setting(\.name) var name` is that of `Setting(\.name).wrappedValue`.
extension FactsCollector {
    /// Reads the attributes of a variable. Returns the chain of the value that its outermost wrapper provides; -1 for none.
    ///
    /// - Parameter type: the type that the variable is declared with.
    mutating func readWrappers(_ attributes: RawAttributeListSyntax, type: RawTypeSyntax?) -> Index {
        var outermost: Index = -1
        for node in Children<RawSyntax>(attributes) {
            if let chain = RawAttributeSyntax(node).flatMap({ wrapped($0, type: type) }) {
                if outermost < 0 { outermost = chain }
            } else {
                walk(node)
            }
        }
        return outermost
    }

    private mutating func wrapped(_ attribute: RawAttributeSyntax, type: RawTypeSyntax?) -> Index? {
        // The attributes of the language begin with a small letter.
        let name = RawIdentifierTypeSyntax(attribute.attributeName)?.name
        guard let name = name ?? RawMemberTypeSyntax(attribute.attributeName)?.name else { return nil }
        let number = Int(index(of: name))
        guard names.capitals[number] else { return nil }
        let list = attribute.arguments.flatMap { RawLabeledExprListSyntax($0) }
        let base = index(ofType: attribute.attributeName)
        guard base >= 0, attribute.arguments == nil || list != nil else { return nil }
        let arguments = Array(Children<RawLabeledExprSyntax>(list))
        if names.names[number].hasSuffix("DelegateAdaptor") {
            let delegate = arguments.first.map { written(ofMetatype: $0.expression.raw) } ?? written(ofType: type)
            if delegate >= 0 { return adaptor(base, of: delegate, attribute: attribute) }
        }
        let first = openSteps.count
        openSteps.append(FileFacts.StepFact(kind: .member, name: index(of: "wrappedValue")))
        openSteps.append(FileFacts.StepFact(kind: .call, name: -1, arguments: Int16(clamping: arguments.count)))
        let at = place(of: attribute.attributeName)
        let chain = append(root: .type, base: base, stepsFrom: first, ending: .read, at: at)
        for (position, argument) in arguments.enumerated() {
            let label = argument.label.map { index(of: $0) } ?? -1
            read(
                argument.expression.raw,
                expected: .argument(chain: chain, step: 0, label: label, position: Index(position))
            )
        }
        return chain
    }

    /// Reads `@UIApplicationDelegateAdaptor(AppDelegate.self)`: its value is what a cast of the delegate finds.
    private mutating func adaptor(_ base: Index, of delegate: Index, attribute: RawAttributeSyntax) -> Index {
        walk(attribute.arguments)
        let first = openSteps.count
        openSteps.append(FileFacts.StepFact(kind: .member, name: index(of: "delegate")))
        let at = place(of: attribute.attributeName)
        let application = append(root: .type, base: base, stepsFrom: first, ending: .base, at: at)
        return append(root: .typed, base: delegate, ending: .read, at: at, expected: .chain(application))
    }
}
