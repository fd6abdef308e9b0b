import SeamKit

/// The declaration of an accessor, as far as the sources have it.
struct AccessorDeclaration {
    let accessor: Singleton.Accessor
    let singleton: Singleton
    let index: TypeIndex
    /// Whether the declaration is where the map saw it.
    var isFound = false
    var isWrapped = false
    var returnsNothing = false
    var hasEffects = false
    /// The type in the form that a caller writes; nil if the sources don't say it, or if no property can have it.
    var type: String?
    var isolation = Isolation.unknown
    var isMutable = false
    var isStored = false
    var initial: ExpressionNode?
    var availability = Availability()
    var isTypeDeprecated = false
    var decl: DeclarationNode?
    /// The type or extension around it; nil outside of types.
    var owner: OwnerDecl?

    /// The type without marks, `any` and generic arguments.
    var bareType: String {
        let plain = (type ?? "").trimmingMarks
        return plain.hasPrefix("any ") ? String(plain.dropFirst(4)) : String(plain.prefix { $0 != "<" })
    }

    /// The declaration of the type; nil if the tree has none, or several.
    var typeOwner: TypeIndex.Declaration? { index.type(bareType, inFile: accessor.file) }

    var isSpecialized: Bool { type?.trimmingMarks.hasSuffix(">") == true }

    /// What callers get; nil if its type isn't known.
    var instance: InjectedType? {
        guard let type else { return nil }
        let (bare, found) = (bareType, typeOwner)
        var isSendable = isolation != .nonisolated && isolation != .unknown
        if let owner = found?.owner {
            isSendable =
                isSendable || owner.kind == .actor || owner.inherited.contains("Sendable")
                || !isSpecialized && index.conforms(owner, to: ["Sendable"])
        }
        var instance = InjectedType(
            accessor: accessor,
            type: type,
            isOwnType: bare == singleton.name && [.instance, .function].contains(singleton.shape),
            isolation: isolation,
            isMutable: isMutable,
            isStored: isStored && swizzle == nil,
            isReference: isReference,
            isSendable: isSendable,
            creation: creation,
            modules: modules(with: found)
        )
        instance.availability = availability
        instance.isAccessorPublic =
            decl?.modifierList.says("public", "open") == true
        instance.isTypeDeprecated = isTypeDeprecated
        return instance
    }

    /// Whether the type has identity; nil if that isn't known.
    private var isReference: Bool? {
        guard let owner = typeOwner?.owner else { return nil }
        switch owner.kind {
        case .class, .actor: return true
        case .struct, .enum: return false
        case .protocol: return owner.inherited.contains("AnyObject") ? true : nil
        case .extension, .file: return nil
        }
    }

    private var creation: Creation {
        if let swizzle { return Creation(observation: swizzle) }
        let replacement = Creation(observation: Observation(effect: .replacement, code: code))
        guard let (name, variable) = variable else { return replacement }
        guard let declaration = index.file(accessor.file).flatMap({ variable.declaration(in: $0.document) }) else {
            return Creation(observation: Observation(effect: .unknown, code: code))
        }
        let type = owner.flatMap { $0.kind == .file ? nil : $0 }
        let search = Replacement(
            name: name,
            type: type?.simpleName ?? "",
            isReference: isReference == true,
            path: accessor.file,
            index: index
        )
        guard let places = search.places(of: variable) else { return replacement }
        let source = Reach.Source(declaration: declaration, name: name, owner: type?.name)
        var creation = Reach.creation(of: source, index: index)
        if !places.isEmpty {
            guard let words = TestReplacement.words(before: places, index: index) else { return replacement }
            creation.replaced = words.subtracting(type.map { [$0.simpleName] } ?? [])
        }
        if !isStored { creation.variable = type.map { $0.name + "." + name } ?? name }
        return creation
    }

    /// What lets the runtime answer for the accessor; nil if nothing does.
    private var swizzle: Observation? {
        Swizzle(accessor: accessor, type: owner?.name ?? singleton.name, index: index).place.map {
            Observation(effect: .swizzle, file: $0.file, line: $0.line, code: code)
        }
    }

    /// The variable that has the instance: the accessor, or what that returns as it is; nil if something else computes it.
    private var variable: (name: String, declaration: PropertyNode)? {
        guard let property = decl?.property else { return nil }
        if isStored { return (accessor.name, property) }
        // A subclass may override a `class var`.
        guard !isWrapped, !property.modifierList.says("class"),
            let name = property.part?.computed?.code.lastName, name.isPlainName, let file = index.file(accessor.file)
        else { return nil }
        let isMember = owner.map { $0.kind != .file } ?? false
        let declared =
            isMember ? file.owners.filter { $0.name == owner?.name }.flatMap(\.variables) : file.global.variables
        let found = declared.filter { $0.part?.name == name && (!isMember || $0.modifierList.says("static")) }
        guard found.count == 1, found[0].part?.isStored == true, found[0].attributeList.isEmpty,
            found[0].branchesAround.isEmpty
        else { return nil }
        return (name, found[0])
    }

    private var code: String { "\(singleton.name).\(accessor.name)" }

    /// Returns the modules that have the accessor and the type; nil if one of them is in a branch of `#if`.
    private func modules(with type: TypeIndex.Declaration?) -> Set<String>? {
        guard let type, !type.owner.isConditional, decl?.branchesAround.isEmpty == true else { return nil }
        return [index.module(ofFile: accessor.file), index.module(ofFile: type.file.path)]
    }
}

/// Reads accessors from their declarations.
struct AccessorReader {
    let index: TypeIndex
    let singleton: Singleton
    var reasons = Reasons()

    /// Why no caller can have a property for an accessor.
    static let checks: [Check<AccessorDeclaration>] = [
        .changed, .noInstance, .effects, .data, .type, .availability,
    ]

    /// Returns what the accessor returns, or why no caller can have a property for it.
    func read(_ accessor: Singleton.Accessor) -> Result<InjectedType, Reason> {
        switch singleton.shape {
        case .framework: return .success(framework(accessor))
        case .elsewhere: return .failure(.type)
        default: break
        }
        let declaration = declaration(of: accessor)
        if let reason = reasons.first(of: Self.checks, for: declaration) { return .failure(reason) }
        return declaration.instance.map { .success($0) } ?? .failure(.type)
    }

    private func declaration(of accessor: Singleton.Accessor) -> AccessorDeclaration {
        var declaration = AccessorDeclaration(accessor: accessor, singleton: singleton, index: index)
        guard let file = index.file(accessor.file), !file.hasError,
            let token = file.token(line: accessor.line, column: accessor.column),
            let decl = token.memberDeclaration
        else { return declaration }
        let owner = file.owner(around: token)
        let place = owner ?? file.global
        (declaration.isFound, declaration.decl, declaration.owner) = (true, decl, owner)
        if let variable = decl.property {
            read(variable, of: place, into: &declaration)
        } else if let function = decl.function {
            declaration.returnsNothing = decl.resultType == nil
            declaration.hasEffects = function.hasEffects
            declaration.type = decl.resultType.flatMap { name(of: $0, in: place) }
        }
        declaration.isolation = isolation(of: decl, in: owner, file)
        declaration.availability = Availability(of: decl)
        if let type = declaration.type.flatMap({ index.type(InjectedType.name(of: $0), inFile: accessor.file) })?.owner
        {
            declaration.availability.add(Availability(of: type.node))
            declaration.isTypeDeprecated = Availability(of: type.node).isDeprecated
        }
        return declaration
    }

    private func read(
        _ variable: PropertyNode,
        of owner: OwnerDecl,
        into declaration: inout AccessorDeclaration
    ) {
        guard let binding = variable.parts.first(where: { $0.name?.withoutBackticks == declaration.accessor.name })
        else { return }
        declaration.hasEffects = binding.hasEffects
        let isWrapped = variable.attributeList.names.contains { index.mayAddCode($0) }
        // What a wrapper gives has the written type, and may be another instance each time.
        declaration.isWrapped = isWrapped && binding.type == nil
        declaration.initial = binding.value
        if let annotation = binding.type {
            declaration.type = name(of: annotation, in: owner)
        } else {
            declaration.type = declaration.initial.flatMap { name(ofValue: $0, in: owner) }
        }
        declaration.isMutable = !variable.isLet && !binding.isGetOnly
        declaration.isStored = !binding.isComputed && !isWrapped
    }

    private func isolation(of decl: DeclarationNode, in owner: OwnerDecl?, _ file: ParsedFile) -> Isolation {
        let reader = IsolationReader(index: index)
        if let explicit = reader.explicit(decl) { return explicit }
        guard let owner else {
            switch index.defaultIsolation(ofFile: file.path) {
            case .nonisolated: return .nonisolated
            case .mainActor: return .actor("MainActor")
            case .unknown: return .unknown
            }
        }
        if owner.kind == .actor { return .nonisolated }
        if owner.kind == .extension, let type = index.declaration(of: owner), type.owner.kind == .actor {
            return .nonisolated
        }
        return reader.isolation(of: owner, in: file)
    }

    private func framework(_ accessor: Singleton.Accessor) -> InjectedType {
        let swizzle = Swizzle(accessor: accessor, type: singleton.name, index: index).place.map {
            let code = "\(singleton.name).\(accessor.name)"
            return Observation(effect: .swizzle, file: $0.file, line: $0.line, code: code)
        }
        return InjectedType(
            accessor: accessor,
            type: singleton.name,
            isOwnType: true,
            isolation: singleton.module == "Foundation" ? .nonisolated : .unknown,
            isMutable: false,
            isStored: swizzle == nil,
            isReference: true,
            isSendable: StandardLibrary.isKnownSendable(singleton.name),
            creation: Creation(observation: swizzle),
            modules: singleton.module == "Foundation" ? ["Foundation"] : nil
        )
    }
}

// MARK: Types

extension AccessorReader {
    private static let plainData: Set<String> = [
        "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "CGFloat", "String", "Substring", "Character", "Date", "URL", "Data", "UUID", "TimeInterval",
        "Decimal", "Duration", "Any", "Void", "Set", "Array", "Dictionary",
    ]

    static func isData(_ type: String) -> Bool {
        guard let first = type.first else { return true }
        return first == "[" || first == "(" || first == "@" || type.contains("->")
            || plainData.contains(String(type.prefix { $0 != "<" }))
    }

    /// Returns a type in the form that a caller outside its scope writes; nil if a property can't have it.
    private func name(of type: TypeNode, in owner: OwnerDecl) -> String? {
        let text = type.trimmedDescription
        if text.hasPrefix("some ") || text.contains("\n") || text.contains("/*") || text.contains("//") { return nil }
        var marks = ""
        var bare = text[...]
        while let last = bare.last, last == "?" || last == "!" {
            marks = String(last) + marks
            bare = bare.dropLast()
        }
        if bare.hasPrefix("("), bare.hasSuffix(")"), !bare.contains(","), !bare.contains("->") {
            // As in `(any P)?`.
            return text
        }
        var prefix = ""
        if bare.hasPrefix("any ") {
            prefix = "any "
            bare = bare.dropFirst(4)
        }
        if Self.isData(String(bare)) { return text }
        let plain = String(bare.prefix { $0 != "<" })
        guard plain.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) else { return nil }
        var arguments = ""
        if plain.count < bare.count {
            guard let text = name(of: Self.arguments(of: type.structure), in: owner) else { return nil }
            arguments = text
        }
        if plain == "Self" { return [.instance, .function].contains(singleton.shape) ? singleton.name + marks : nil }
        return prefix + qualified(plain, in: owner) + arguments + marks
    }

    /// Returns generic arguments in the form that a caller writes; nil if they may mean other types there, or if there are none.
    private func name(of arguments: [TypeStructure], in owner: OwnerDecl) -> String? {
        let names = arguments.compactMap { type -> String? in
            if isPlain(type, in: owner) { return type.text }
            // A type beside the accessor: `Option<Theme>` of `Preferences.Theme`.
            guard let name = type.simpleName, type.arguments.isEmpty else { return nil }
            let full = qualified(name, in: owner)
            return full == name ? nil : full
        }
        return names.isEmpty || names.count < arguments.count ? nil : "<\(names.joined(separator: ", "))>"
    }

    private static func arguments(of type: TypeStructure) -> [TypeStructure] {
        switch type {
        case .optional(let inner), .implicitlyUnwrapped(let inner), .existential(let inner), .opaque(let inner):
            arguments(of: inner)
        default: type.arguments
        }
    }

    /// Returns whether a type means the same everywhere.
    private func isPlain(_ type: TypeStructure, in owner: OwnerDecl) -> Bool {
        switch type {
        case .array(let inner), .optional(let inner), .existential(let inner), .metatype(let inner, _):
            isPlain(inner, in: owner)
        case .dictionary(let key, let value): isPlain(key, in: owner) && isPlain(value, in: owner)
        case .named:
            type.arguments.allSatisfy { isPlain($0, in: owner) }
                && type.fullName.map { name in
                    index.type(name, in: owner).map { $0.owner.name == name } ?? Self.isData(name)
                } == true
        default: false
        }
    }

    private func name(ofValue value: ExpressionNode, in owner: OwnerDecl) -> String? {
        if value.isCollectionOrLiteral { return "Any" }
        if let attempt = value.forcedAttempt { return name(ofValue: attempt, in: owner) }
        if let call = value.call {
            let (callee, arguments) = call.made
            if callee == "Self", [.instance, .function].contains(singleton.shape) { return specialized(in: owner) }
            if callee.hasPrefix("["), callee.hasSuffix("]") { return "Any" }
            let parts = callee.split(separator: ".")
            let isTypeName = parts.allSatisfy { part in
                part.first?.isUppercase == true && String(part).isPlainName
            }
            if isTypeName, !callee.isEmpty { return name(ofType: callee, arguments, call, in: owner) }
            if singleton.shape != .instance {
                return FunctionResult(index: index).type(of: call, in: owner).flatMap {
                    name(of: $0.type, in: $0.owner)
                }
            }
        }
        if singleton.shape == .instance { return singleton.name }
        switch ConstantType(index: index, place: owner).type(ofStatic: value) {
        case .named(let type): return type
        case .written(let type, let owner): return name(of: type, in: owner)
        case .made(let call, let owner): return name(ofValue: call, in: owner)
        case nil: return nil
        }
    }

    /// Returns the name of a type that an initializer makes; nil if it may be an optional, or isn't one of the tree.
    private func name(
        ofType callee: String,
        _ arguments: [TypeStructure],
        _ call: CallNode,
        in owner: OwnerDecl
    ) -> String? {
        let made = index.id(callee, in: owner).map(index.parts) ?? []
        if made.flatMap(\.owner.initializers).contains(where: \.isFailable) { return nil }
        let isOwn = callee == singleton.name || callee == singleton.name.lastName
        if isOwn, arguments.isEmpty { return specialized(in: owner) }
        let full = isOwn ? singleton.name : qualified(callee, in: owner)
        guard isOwn || made.contains(where: { $0.owner.kind != .extension }) else { return nil }
        if !arguments.isEmpty { return name(of: arguments, in: owner).map { full + $0 } }
        let inferred = ConstantType(index: index, place: owner).arguments(of: call, making: full)
        return full + (inferred.map { "<\($0.joined(separator: ", "))>" } ?? "")
    }

    /// Returns the singleton's type, with the generic arguments that the extension around its accessor has for it.
    private func specialized(in owner: OwnerDecl) -> String {
        guard let type = owner.node.typeOfExtension, !type.structure.arguments.isEmpty,
            type.plainText == singleton.name
        else { return singleton.name }
        return name(of: type, in: owner) ?? singleton.name
    }

    /// Returns the name with the names of the types around it, if the plain name is visible only from inside.
    private func qualified(_ name: String, in owner: OwnerDecl) -> String {
        if [.instance, .function].contains(singleton.shape), name == singleton.name.lastName {
            return singleton.name
        }
        let full = index.id(name, in: owner).map(index.graph.name)
        return full.flatMap { $0.hasSuffix("." + name) ? $0 : nil } ?? name
    }
}
