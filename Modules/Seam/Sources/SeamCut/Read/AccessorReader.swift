import SeamKit

/// The declaration of an accessor, as far as the sources have it.
struct AccessorDeclaration {
    let accessor: Singleton.Accessor
    let singleton: Singleton
    let index: CodeTree
    /// Whether the declaration is where the map saw it.
    var isFound = false
    var isWrapped = false
    var returnsNothing = false
    var hasEffects = false
    /// The type in the form that a caller writes; nil if the sources don't say it, or if no property can have it.
    var type: TypeStructure?
    var isolation = Isolation.unknown
    var isMutable = false
    var isStored = false
    var initial: ExpressionNode?
    var availability = Availability()
    var isTypeDeprecated = false
    var decl: DeclarationNode?
    /// The type or extension around it; nil outside of types.
    var owner: OwnerDecl?

    /// The name of the type, without marks, `any` and generic arguments.
    var typeName: String? { type?.unmarked.fullName }

    /// The declaration of the type; nil if the tree has none, or several.
    var typeOwner: CodeTree.Declaration? { typeName.flatMap { index.type($0, inFile: accessor.file) } }

    var isSpecialized: Bool { type?.unmarked.arguments.isEmpty == false }

    /// What callers get; nil if its type isn't known.
    var instance: InjectedType? {
        guard let type else { return nil }
        let found = typeOwner
        var isSendable = isolation != .nonisolated && isolation != .unknown
        if found == nil, let typeName { isSendable = isSendable || StandardLibrary.isKnownSendable(typeName) }
        if let owner = found?.owner {
            isSendable =
                isSendable || owner.kind == .actor || owner.inherited.contains("Sendable")
                || !isSpecialized && index.conforms(owner, to: ["Sendable"])
        }
        var instance = InjectedType(
            accessor: accessor,
            type: type,
            isOwnType: typeName == singleton.name && [.instance, .function].contains(singleton.shape),
            isolation: isolation,
            isMutable: isMutable,
            isStored: isStored && swizzle == nil,
            isSameInCopies: isSameInCopies,
            isSendable: isSendable,
            creation: creation,
            modules: modules(with: found)
        )
        instance.availability = availability
        instance.isAccessorPublic =
            decl?.modifierList.says("public", "open") == true
            || owner?.kind == .extension && owner?.hasModifier("public") == true
        instance.isTypeDeprecated = isTypeDeprecated
        return instance
    }

    /// Whether the type has identity; nil if that isn't known.
    private var isReference: Bool? {
        guard let owner = typeOwner?.owner else { return typeName.map(Frameworks.isPlainClass) == true ? true : nil }
        switch owner.kind {
        case .class, .actor: return true
        case .struct, .enum: return false
        case .protocol: return owner.inherited.contains("AnyObject") ? true : nil
        case .extension, .file: return nil
        }
    }

    /// Whether what a caller stores is the instance; nil if that isn't known. Nobody gains by another value of an enum.
    private var isSameInCopies: Bool? {
        typeOwner?.owner.kind == .struct ? isStored && !isMutable : isReference
    }

    private var creation: Creation {
        if let swizzle { return Creation(observation: swizzle) }
        let replacement = Creation(observation: Observation(effect: .replacement, code: code))
        guard let (name, variable, owner) = variable else { return dependency ?? replacement }
        guard let declaration = index.file(accessor.file).flatMap({ variable.declaration(in: $0.document) }) else {
            return Creation(observation: Observation(effect: .unknown, code: code))
        }
        let type = owner.flatMap { $0.kind == .file ? nil : $0 }
        let search = Replacement(
            name: name,
            type: type,
            isReference: isReference == true || isObject(variable),
            path: accessor.file,
            index: index
        )
        guard let places = search.places(of: variable) else { return replacement }
        let stored = Reach.Variable(owner: type.flatMap(index.id(of:)), name: name)
        var creation = Creation(of: stored, declaredBy: declaration, in: index)
        if !places.isEmpty {
            guard let said = BeforeReplacement.code(before: places, of: type, index: index) else {
                return replacement
            }
            creation.replaced = said
        }
        if search.isOpen(variable) || isSetByStatement {
            let replacer: Observation.Replacer = isSetByStatement ? .statement : .outside
            creation.observation = Observation(effect: .replacement, code: code, replacer: replacer)
        }
        if !isStored { creation.variable = stored }
        return creation
    }

    /// What happens if the accessor returns a value of swift-dependencies that nothing replaces; nil for others.
    private var dependency: Creation? {
        guard !isWrapped, isReference == true, let file = index.file(accessor.file),
            let declaration = decl?.property?.declaration(in: file.document),
            let key = declaration.body(of: "get")?.returnedDependency, DependencyKey(name: key, index: index).isConstant
        else { return nil }
        let type = owner.flatMap { $0.kind == .file ? nil : index.id(of: $0) }
        let variable = Reach.Variable(owner: type, name: accessor.name)
        return Creation(of: variable, declaredBy: declaration, in: index)
    }

    /// Whether it is a variable of `main.swift`, which has its value once its statement has run.
    private var isSetByStatement: Bool {
        owner.map { $0.kind == .file } ?? true && index.file(accessor.file)?.isScript == true
    }

    /// Returns whether a variable, whatever its type says, has an object as long as nothing else is set.
    private func isObject(_ variable: PropertyNode) -> Bool {
        guard let callee = variable.part?.value?.call?.made.type else { return false }
        return index.type(callee, inFile: accessor.file)?.owner.kind == .class
    }

    /// What lets the runtime answer for the accessor; nil if nothing does.
    private var swizzle: Observation? {
        Swizzle(accessor: accessor, type: owner?.name ?? singleton.name, index: index).place.map {
            Observation(effect: .swizzle, file: $0.file, line: $0.line, code: code)
        }
    }

    /// The variable that has the instance: the accessor, or what that returns as it is; nil if something else computes it.
    private var variable: (name: String, declaration: PropertyNode, owner: OwnerDecl?)? {
        guard let property = decl?.property else { return nil }
        if isStored { return (accessor.name, property, owner) }
        return isWrapped ? nil : index.file(accessor.file).flatMap { property.returnedVariable(in: $0, of: owner) }
    }

    private var code: String { "\(singleton.name).\(accessor.name)" }

    /// Returns the modules that have the accessor and the type; nil if one of them is in a branch of `#if`.
    private func modules(with type: CodeTree.Declaration?) -> Set<String>? {
        guard let type, !type.owner.isConditional, decl?.branchesAround.isEmpty == true else { return nil }
        return [index.module(ofFile: accessor.file), index.module(ofFile: type.file.path)]
    }
}

/// Reads accessors from their declarations.
struct AccessorReader {
    let index: CodeTree
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
            declaration.type = decl.resultType.flatMap { type($0, in: place) }
        }
        declaration.isolation = isolation(of: decl, in: owner, file)
        declaration.availability = Availability(of: decl)
        if let type = declaration.typeOwner?.owner {
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
            declaration.type = type(annotation, in: owner)
        } else {
            declaration.type = declaration.initial.flatMap { type(of: $0, in: owner) }
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
        let swizzle = Swizzle(accessor: accessor, type: singleton.name, index: index)
        return InjectedType(
            accessor: accessor,
            type: TypeStructure(path: singleton.path),
            isOwnType: true,
            isolation: Frameworks.isReadAnywhere(singleton.name, in: singleton.module) ? .nonisolated : .unknown,
            isMutable: false,
            isStored: swizzle.place == nil,
            isSameInCopies: true,
            isSendable: StandardLibrary.isKnownSendable(singleton.name),
            creation: swizzle.creation,
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

    /// Returns whether a name is that of plain data.
    static func isData(_ name: String) -> Bool { plainData.contains(name) }

    /// Returns whether values of a type are plain data, or functions.
    static func isData(_ type: TypeStructure) -> Bool {
        switch type {
        case .array, .dictionary, .tuple, .function, .modified: true
        default: type.fullName.map(isData) ?? false
        }
    }

    /// Returns a type in the form that a caller outside its scope writes; nil if a property can't have it.
    private func type(_ type: TypeNode, in owner: OwnerDecl) -> TypeStructure? {
        let text = type.trimmedDescription
        return ["\n", "/*", "//"].contains(where: text.contains) ? nil : self.type(type.structure, in: owner)
    }

    private func type(_ type: TypeStructure, in owner: OwnerDecl) -> TypeStructure? {
        if Self.isData(type) { return type }
        switch type {
        case .optional(let inner): return self.type(inner, in: owner).map { .optional($0) }
        case .implicitlyUnwrapped(let inner): return self.type(inner, in: owner).map { .implicitlyUnwrapped($0) }
        case .existential(let inner): return self.type(inner, in: owner).map { .existential($0) }
        case .named:
            if type.simpleName == "Self" { return isOwn ? TypeStructure(path: singleton.path) : nil }
            let full = qualified(type, in: owner)
            guard !type.arguments.isEmpty else { return full }
            return arguments(type.arguments, in: owner).map { full.specialized(by: $0) }
        default: return nil
        }
    }

    /// Whether the accessor returns an instance of its type.
    private var isOwn: Bool { [.instance, .function].contains(singleton.shape) }

    /// Returns generic arguments in the form that a caller writes; nil if they may mean other types there.
    private func arguments(_ arguments: [TypeStructure], in owner: OwnerDecl) -> [TypeStructure]? {
        let found = arguments.compactMap { type -> TypeStructure? in
            if isPlain(type, in: owner) { return type }
            // A type beside the accessor: `Option<Theme>` of `Preferences.Theme`.
            guard type.simpleName != nil, type.arguments.isEmpty else { return nil }
            let full = qualified(type, in: owner)
            return full == type ? nil : full
        }
        return found.count < arguments.count ? nil : found
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

    private func type(of value: ExpressionNode, in owner: OwnerDecl) -> TypeStructure? {
        if value.isCollectionOrLiteral { return Self.data }
        if let attempt = value.forcedAttempt { return type(of: attempt, in: owner) }
        if let call = value.call {
            let (callee, arguments) = call.made
            if callee == "Self", isOwn { return specialized(in: owner) }
            if callee.hasPrefix("["), callee.hasSuffix("]") { return Self.data }
            let parts = callee.split(separator: ".").map(String.init)
            let isTypeName = parts.allSatisfy { part in part.first?.isUppercase == true && part.isPlainName }
            if isTypeName, !callee.isEmpty {
                return type(TypeStructure(path: parts).specialized(by: arguments), madeBy: call, in: owner)
            }
            if singleton.shape != .instance {
                return FunctionResult(index: index).type(of: call, in: owner).flatMap { type($0.type, in: $0.owner) }
            }
        }
        if singleton.shape == .instance { return TypeStructure(path: singleton.path) }
        switch ConstantType(index: index, place: owner).type(ofStatic: value) {
        case .named(let name): return TypeStructure(named: name)
        case .written(let written, let owner): return type(written, in: owner)
        case .made(let call, let owner): return type(of: call, in: owner)
        case nil: return nil
        }
    }

    /// Some plain data.
    private static let data = TypeStructure(named: "Any")

    /// Returns the type that an initializer makes; nil if it may be an optional, or isn't one of the tree.
    private func type(_ called: TypeStructure, madeBy call: CallNode, in owner: OwnerDecl) -> TypeStructure? {
        guard let name = called.fullName else { return nil }
        let parts = index.id(name, in: owner).map(index.parts) ?? []
        if parts.flatMap(\.owner.initializers).contains(where: \.isFailable) { return nil }
        let isOwn = name == singleton.name || name == singleton.name.lastName
        if isOwn, called.arguments.isEmpty { return specialized(in: owner) }
        let full = isOwn ? TypeStructure(path: singleton.path) : qualified(called, in: owner)
        guard isOwn || parts.contains(where: { $0.owner.kind != .extension }) else { return nil }
        if !called.arguments.isEmpty { return arguments(called.arguments, in: owner).map { full.specialized(by: $0) } }
        let inferred = ConstantType(index: index, place: owner).arguments(of: call, making: name)
        return full.specialized(by: inferred ?? [])
    }

    /// Returns the singleton's type, with the generic arguments that the extension around its accessor has for it.
    private func specialized(in owner: OwnerDecl) -> TypeStructure {
        let own = TypeStructure(path: singleton.path)
        guard let extended = owner.node.typeOfExtension, !extended.structure.arguments.isEmpty,
            extended.plainText == singleton.name
        else { return own }
        return type(extended, in: owner) ?? own
    }

    /// Returns a named type, without generic arguments, with the types around it if the plain name is visible only from inside.
    private func qualified(_ type: TypeStructure, in owner: OwnerDecl) -> TypeStructure {
        let plain = type.specialized(by: [])
        guard let name = type.fullName else { return plain }
        if isOwn, name == singleton.name.lastName { return TypeStructure(path: singleton.path) }
        guard let full = index.id(name, in: owner).map(index.graph.name), full.hasSuffix("." + name) else {
            return plain
        }
        return TypeStructure(path: full.split(separator: ".").map(String.init))
    }
}

extension Singleton {
    /// The name of its type, after those of the types around it.
    fileprivate var path: [String] { name.split(separator: ".").map(String.init) }
}
