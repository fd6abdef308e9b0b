import SeamKit
import SwiftSyntax

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
    var initial: ExprSyntax?
    var availability = Availability()
    var isTypeDeprecated = false
    var decl: DeclSyntax?
    /// The type or extension around it; nil outside of types.
    var owner: OwnerDecl?

    /// The type without marks, `any` and generic arguments.
    var bareType: String {
        let plain = (type ?? "").trimmingMarks
        return plain.hasPrefix("any ") ? String(plain.dropFirst(4)) : String(plain.prefix { $0 != "<" })
    }

    /// The declaration of the type; nil if the tree has none, or several.
    var typeOwner: TypeIndex.Declaration? { index.type(bareType, of: accessor) }

    var isSpecialized: Bool { type?.trimmingMarks.hasSuffix(">") == true }

    /// What callers get; nil if its type isn't known.
    var instance: InjectedType? {
        guard let type else { return nil }
        let (bare, found) = (bareType, typeOwner)
        var isSendable = isolation != .nonisolated && isolation != .unknown
        if let owner = found?.owner {
            isSendable =
                isSendable || owner.kind == .actor || owner.inherited.contains("Sendable")
                || !isSpecialized && index.type(bare) != nil && index.conforms(bare, to: ["Sendable"])
        }
        var instance = InjectedType(
            accessor: accessor,
            type: type,
            isOwnType: bare == singleton.name && [.instance, .function].contains(singleton.shape),
            isolation: isolation,
            isMutable: isMutable,
            isStored: isStored,
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
        guard isStored, !isReplaced else { return Creation(observation: Observation(effect: .replacement, code: code)) }
        guard let decl, let file = index.file(accessor.file) else {
            return Creation(observation: Observation(effect: .unknown, code: code))
        }
        let source = Reach.Source(
            declaration: SeamKit.Declaration(decl, in: file.document),
            name: accessor.name,
            owner: owner.flatMap { $0.kind == .file ? nil : $0.name }
        )
        return Reach.creation(of: source, index: index)
    }

    private var isReplaced: Bool {
        // Whoever changes a part of a value has another value.
        guard isMutable, isReference == true, let variable = decl?.as(VariableDeclSyntax.self) else { return isMutable }
        let type = owner.flatMap { $0.kind == .file ? nil : $0.simpleName } ?? ""
        return Replacement(accessor: accessor, type: type, index: index).isPossible(for: variable)
    }

    private var code: String { "\(singleton.name).\(accessor.name)" }

    /// Returns the modules that have the accessor and the type; nil if one of them is in a branch of `#if`.
    private func modules(with type: TypeIndex.Declaration?) -> Set<String>? {
        guard let type, !type.owner.isConditional, let decl else { return nil }
        if sequence(first: Syntax(decl), next: \.parent).contains(where: { $0.is(IfConfigClauseSyntax.self) }) {
            return nil
        }
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
            let offset = file.offset(line: accessor.line, column: accessor.column),
            let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)),
            let decl = Self.declaration(around: token)
        else { return declaration }
        let owner = file.owners.last { $0.node.range.contains(token.positionAfterSkippingLeadingTrivia) }
        (declaration.isFound, declaration.decl, declaration.owner) = (true, decl, owner)
        if let variable = decl.as(VariableDeclSyntax.self) {
            read(variable, of: owner, into: &declaration)
        } else if let function = decl.as(FunctionDeclSyntax.self) {
            let result = function.signature.returnClause?.type
            declaration.returnsNothing = result == nil
            declaration.hasEffects = function.signature.effectSpecifiers != nil
            declaration.type = result.flatMap { name(of: $0, in: owner) }
        }
        declaration.isolation = isolation(of: decl, in: owner, file)
        declaration.availability = Availability(of: decl)
        if let type = declaration.type.flatMap({ index.type(InjectedType.name(of: $0), of: accessor) })?.owner {
            declaration.availability.add(Availability(of: type.node))
            declaration.isTypeDeprecated = Availability(of: type.node).isDeprecated
        }
        return declaration
    }

    private static func declaration(around token: TokenSyntax) -> DeclSyntax? {
        let around = sequence(first: Syntax(token), next: \.parent).prefix { !$0.is(MemberBlockSyntax.self) }
        return around.first { $0.is(VariableDeclSyntax.self) || $0.is(FunctionDeclSyntax.self) }?.as(DeclSyntax.self)
    }

    private func read(
        _ variable: VariableDeclSyntax,
        of owner: OwnerDecl?,
        into declaration: inout AccessorDeclaration
    ) {
        let binding = variable.bindings.first {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.withoutBackticks == declaration.accessor.name
        }
        guard let binding else { return }
        var isComputed = false
        var isGetOnly = false
        switch binding.accessorBlock?.accessors {
        case nil: break
        case .getter: (isComputed, isGetOnly) = (true, true)
        case .accessors(let list):
            let names = list.map(\.accessorSpecifier.text)
            isComputed = names.contains("get") || names.contains("_read")
            isGetOnly = isComputed && names.count == 1
            declaration.hasEffects = list.contains { $0.effectSpecifiers != nil }
        }
        declaration.isWrapped = variable.attributes.names.contains { index.mayAddCode($0) }
        declaration.initial = binding.initializer?.value
        if let annotation = binding.typeAnnotation?.type {
            declaration.type = name(of: annotation, in: owner)
        } else {
            declaration.type = declaration.initial.flatMap { name(ofValue: $0, in: owner) }
        }
        declaration.isMutable = variable.bindingSpecifier.text != "let" && !isGetOnly
        declaration.isStored = !isComputed
    }

    private func isolation(of decl: DeclSyntax, in owner: OwnerDecl?, _ file: ParsedFile) -> Isolation {
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
        if owner.kind == .extension, let type = index.type(owner.name), type.owner.kind == .actor {
            return .nonisolated
        }
        return reader.isolation(of: owner, in: file)
    }

    private func framework(_ accessor: Singleton.Accessor) -> InjectedType {
        InjectedType(
            accessor: accessor,
            type: singleton.name,
            isOwnType: true,
            isolation: singleton.module == "Foundation" ? .nonisolated : .unknown,
            isMutable: false,
            isStored: true,
            isReference: true,
            isSendable: StandardLibrary.isKnownSendable(singleton.name),
            creation: .quiet,
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
    private func name(of type: TypeSyntax, in owner: OwnerDecl?) -> String? {
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
            guard let text = Self.arguments(of: type).flatMap({ name(of: $0, in: owner) }) else { return nil }
            arguments = text
        }
        if plain == "Self" { return [.instance, .function].contains(singleton.shape) ? singleton.name + marks : nil }
        return prefix + qualified(plain, in: owner) + arguments + marks
    }

    /// Returns generic arguments in the form that a caller writes; nil if they may mean other types there.
    private func name(of arguments: GenericArgumentClauseSyntax, in owner: OwnerDecl?) -> String? {
        let names = arguments.arguments.map { argument -> String? in
            guard case .type(let type) = argument.argument else { return nil }
            let text = type.trimmedDescription
            if isPlain(type) { return text }
            // A type beside the accessor: `Option<Theme>` of `Preferences.Theme`.
            guard let name = type.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil else { return nil }
            let full = qualified(text, in: owner)
            return full == text ? nil : full
        }
        guard names.allSatisfy({ $0 != nil }) else { return nil }
        return "<\(names.compactMap(\.self).joined(separator: ", "))>"
    }

    private static func arguments(of type: TypeSyntax) -> GenericArgumentClauseSyntax? {
        if let optional = type.as(OptionalTypeSyntax.self) { return arguments(of: optional.wrappedType) }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return arguments(of: optional.wrappedType)
        }
        if let existential = type.as(SomeOrAnyTypeSyntax.self) { return arguments(of: existential.constraint) }
        return type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
    }

    /// Returns whether a type means the same everywhere.
    private func isPlain(_ type: TypeSyntax) -> Bool {
        if let array = type.as(ArrayTypeSyntax.self) { return isPlain(array.element) }
        if let dictionary = type.as(DictionaryTypeSyntax.self) {
            return isPlain(dictionary.key) && isPlain(dictionary.value)
        }
        if let optional = type.as(OptionalTypeSyntax.self) { return isPlain(optional.wrappedType) }
        if let existential = type.as(SomeOrAnyTypeSyntax.self) {
            return existential.someOrAnySpecifier.text == "any" && isPlain(existential.constraint)
        }
        if let metatype = type.as(MetatypeTypeSyntax.self) { return isPlain(metatype.baseType) }
        guard type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) else { return false }
        let text = String(type.trimmedDescription.prefix { $0 != "<" })
        let isKnown = index.type(text).map { $0.owner.name == text } ?? Self.isData(text)
        return isKnown
            && Self.arguments(of: type).map { name(of: $0, in: nil) == $0.trimmedDescription } ?? true
    }

    private func name(ofValue value: ExprSyntax, in owner: OwnerDecl?) -> String? {
        if value.is(IntegerLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
            || value.is(BooleanLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
            || value.is(ArrayExprSyntax.self) || value.is(DictionaryExprSyntax.self) || value.is(TupleExprSyntax.self)
        {
            return "Any"
        }
        if let attempt = value.as(TryExprSyntax.self), attempt.questionOrExclamationMark?.text == "!" {
            return name(ofValue: attempt.expression, in: owner)
        }
        if let call = value.as(FunctionCallExprSyntax.self) {
            let made = call.made
            let callee = made.type.trimmedDescription
            if callee == "Self", [.instance, .function].contains(singleton.shape) { return specialized(in: owner) }
            if callee.hasPrefix("["), callee.hasSuffix("]") { return "Any" }
            let parts = callee.split(separator: ".")
            let isTypeName = parts.allSatisfy { part in
                part.first?.isUppercase == true && String(part).isPlainName
            }
            if isTypeName, !callee.isEmpty { return name(ofType: callee, made.arguments, in: owner) }
            if singleton.shape != .instance {
                return FunctionResult(index: index).type(of: call, in: owner).flatMap {
                    name(of: $0.type, in: $0.owner)
                }
            }
        }
        return singleton.shape == .instance ? singleton.name : nil
    }

    /// Returns the name of a type that an initializer makes; nil if it may be an optional, or isn't one of the tree.
    private func name(
        ofType callee: String,
        _ arguments: GenericArgumentClauseSyntax?,
        in owner: OwnerDecl?
    ) -> String? {
        if index.declarations(of: callee).contains(where: hasFailableInitializer) { return nil }
        let isOwn = callee == singleton.name || callee == singleton.name.split(separator: ".").last.map(String.init)
        if isOwn, arguments == nil { return specialized(in: owner) }
        let full = isOwn ? singleton.name : qualified(callee, in: owner)
        guard isOwn || index.type(full) != nil else { return nil }
        guard let arguments else { return full }
        return name(of: arguments, in: owner).map { full + $0 }
    }

    private func hasFailableInitializer(_ type: TypeIndex.Declaration) -> Bool {
        type.owner.memberDecls.contains { $0.as(InitializerDeclSyntax.self)?.optionalMark?.text == "?" }
    }

    /// Returns the singleton's type, with the generic arguments that the extension around its accessor has for it.
    private func specialized(in owner: OwnerDecl?) -> String {
        guard let type = owner?.node.as(ExtensionDeclSyntax.self)?.extendedType,
            type.as(IdentifierTypeSyntax.self)?.genericArgumentClause != nil, OwnerDecl.plain(type) == singleton.name
        else { return singleton.name }
        return name(of: type, in: owner) ?? singleton.name
    }

    /// Returns the name with the names of the types around it, if the plain name is visible only from inside.
    private func qualified(_ name: String, in owner: OwnerDecl?) -> String {
        if [.instance, .function].contains(singleton.shape), name == singleton.name.split(separator: ".").last ?? "" {
            return singleton.name
        }
        guard let owner else { return name }
        var scopes = owner.name.split(separator: ".").map(String.init)
        while !scopes.isEmpty {
            let full = (scopes + [name]).joined(separator: ".")
            if index.declarations(of: name).contains(where: { $0.owner.kind != .extension && $0.owner.name == full }) {
                return full
            }
            scopes.removeLast()
        }
        return name
    }
}
