@_spi(RawSyntax) import SwiftSyntax

/// The names of a file, and its types in their written form, each stored once.
///
/// Optionals, `any`, `some`, attributes and generic arguments are left out: `any Service?` is `Service`.
struct TypeTable {
    typealias Index = FileFacts.Index

    var names = NameTable()
    private(set) var paths: [FileFacts.PathFact] = []
    private(set) var written: [FileFacts.WrittenType] = []
    private var pathIndices: [FileFacts.PathFact: Index] = [:]
    private var writtenIndices: [FileFacts.WrittenType: Index] = [:]
    /// For each name, the written type that consists of it alone; -1 if there is none yet.
    private var plainTypes: [Index] = []
    let selfValue: Index
    let selfType: Index
    let superValue: Index

    init() {
        selfValue = names.index(of: "self")
        selfType = names.index(of: "Self")
        superValue = names.index(of: "super")
    }

    private mutating func index(of token: RawTokenSyntax) -> Index { names.index(of: token.name) }

    /// Returns the index of a path, and adds it to the table if necessary.
    mutating func path(of name: Index, in parent: Index, local: Index = -1) -> Index {
        let fact = FileFacts.PathFact(parent: parent, name: name, local: local)
        if let known = pathIndices[fact] { return known }
        paths.append(fact)
        let new = Index(paths.count - 1)
        pathIndices[fact] = new
        return new
    }

    /// Returns the index of a written type, and adds it to the table if necessary.
    mutating func index(of type: FileFacts.WrittenType) -> Index {
        if let known = writtenIndices[type] { return known }
        written.append(type)
        let new = Index(written.count - 1)
        writtenIndices[type] = new
        return new
    }

    /// Returns the written type that consists of a name alone.
    mutating func plainType(named name: Index) -> Index {
        while plainTypes.count <= Int(name) { plainTypes.append(-1) }
        if plainTypes[Int(name)] >= 0 { return plainTypes[Int(name)] }
        let new = name == selfType ? index(of: .own) : index(of: .named(path(of: name, in: -1)))
        plainTypes[Int(name)] = new
        return new
    }

    /// Returns the name with this index; nil for -1.
    func name(at index: Index) -> String? { index >= 0 ? names.names[Int(index)] : nil }

    /// Returns the written type at `index`; nil for -1.
    func type(at index: Index) -> FileFacts.WrittenType? { index >= 0 ? written[Int(index)] : nil }

    // MARK: Reading types

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
