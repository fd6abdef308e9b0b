import SeamKit
import SwiftSyntax

/// What a singleton's accessor returns, according to its declaration.
struct Service {
    var accessor: Singleton.Accessor
    /// The type of the instance, in the form that a caller writes.
    var type: String
    /// Whether `.shared` alone means the accessor where this type is expected.
    var isOwnType: Bool
    var isolation: Isolation
    /// Whether the accessor can return another instance, or another value, later.
    var isMutable: Bool
    /// Whether the instance is created once and stored.
    var isStored: Bool
    /// Whether the instance is an object; nil if the sources don't determine that.
    var isReference: Bool?
    var isSendable: Bool
    /// Whether it is not observable when the instance is created.
    var isQuiet: Bool
    /// The modules that have the accessor and the type; nil if one of them is in a branch of `#if`.
    var modules: Set<String>?
    /// The availability of both the accessor and the type.
    var availability = Availability()
    /// Whether each mention of the type is a warning.
    var isTypeDeprecated = false

    var isOptional: Bool { type.hasSuffix("?") || type.hasSuffix("!") }

    var isProtocol: Bool { type.hasPrefix("any ") }

    /// The type without `any`, marks and generic arguments.
    var typeName: String { String(type.trimmingMarks.dropFirst(isProtocol ? 4 : 0).prefix { $0 != "<" }) }

    /// The type of a variable that may have an instance.
    var optionalType: String { isProtocol ? "(\(type))?" : "\(type)?" }
}

/// Reads accessors from their declarations.
struct ServiceReader {
    let index: TypeIndex
    let singleton: Singleton

    /// Returns what the accessor returns, or why no caller can have a property for it.
    func service(_ accessor: Singleton.Accessor) -> Result<Service, Refusal> {
        switch singleton.shape {
        case .framework: return .success(framework(accessor))
        case .elsewhere: return .failure(.type)
        default: break
        }
        guard let file = index.file(accessor.file), !file.hasError,
            let offset = file.offset(line: accessor.line, column: accessor.column),
            let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)),
            let declaration = declaration(around: token, named: accessor.name)
        else { return .failure(.changed) }
        let owner = file.owners.last { $0.node.range.contains(token.positionAfterSkippingLeadingTrivia) }
        return result(of: declaration, accessor, owner, file).flatMap { limited($0, declaration) }
    }

    private func result(
        of declaration: DeclSyntax,
        _ accessor: Singleton.Accessor,
        _ owner: OwnerDecl?,
        _ file: ParsedFile
    ) -> Result<Service, Refusal> {
        if let variable = declaration.as(VariableDeclSyntax.self) {
            return self.variable(variable, accessor, owner, file)
        }
        guard let function = declaration.as(FunctionDeclSyntax.self) else { return .failure(.type) }
        guard let result = function.signature.returnClause?.type else { return .failure(.noInstance) }
        if function.signature.effectSpecifiers != nil { return .failure(.effects) }
        guard let type = name(of: result, owner) else { return .failure(.type) }
        let isolation = isolation(function.attributes, function.modifiers, owner, file)
        return complete(type, accessor, isolation, isMutable: false, isStored: false, initial: nil)
    }

    private func declaration(around token: TokenSyntax, named name: String) -> DeclSyntax? {
        var node: Syntax? = Syntax(token)
        while let current = node {
            if current.is(VariableDeclSyntax.self) || current.is(FunctionDeclSyntax.self) {
                return current.as(DeclSyntax.self)
            }
            if current.is(MemberBlockSyntax.self) { return nil }
            node = current.parent
        }
        return nil
    }

    private func variable(
        _ variable: VariableDeclSyntax,
        _ accessor: Singleton.Accessor,
        _ owner: OwnerDecl?,
        _ file: ParsedFile
    ) -> Result<Service, Refusal> {
        let binding = variable.bindings.first {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks == accessor.name
        }
        guard let binding else { return .failure(.type) }
        var isComputed = false
        var isGetOnly = false
        if let block = binding.accessorBlock {
            switch block.accessors {
            case .getter: (isComputed, isGetOnly) = (true, true)
            case .accessors(let list):
                let names = list.map(\.accessorSpecifier.text)
                isComputed = names.contains("get") || names.contains("_read")
                isGetOnly = isComputed && names.count == 1
                if list.contains(where: { $0.effectSpecifiers != nil }) { return .failure(.effects) }
            }
        }
        let wrapped = variable.attributes.contains { attribute in
            guard let name = attribute.as(AttributeSyntax.self)?.attributeName else { return true }
            let text = OwnerDecl.plain(name)
            return text.first?.isUppercase == true && !text.hasSuffix("Actor")
        }
        if wrapped { return .failure(.type) }
        let initial = binding.initializer?.value
        let type: String?
        if let annotation = binding.typeAnnotation?.type {
            type = name(of: annotation, owner)
        } else if let initial {
            type = name(ofValue: initial, owner)
        } else {
            type = nil
        }
        guard let type else { return .failure(.type) }
        let isLet = variable.bindingSpecifier.text == "let"
        return complete(
            type,
            accessor,
            isolation(variable.attributes, variable.modifiers, owner, file),
            isMutable: !isLet && !isGetOnly,
            isStored: !isComputed,
            initial: initial
        )
    }

    private func complete(
        _ type: String,
        _ accessor: Singleton.Accessor,
        _ isolation: Isolation,
        isMutable: Bool,
        isStored: Bool,
        initial: ExprSyntax?
    ) -> Result<Service, Refusal> {
        let plain = type.trimmingMarks
        let isSpecialized = plain.hasSuffix(">")
        let bare = plain.hasPrefix("any ") ? String(plain.dropFirst(4)) : String(plain.prefix { $0 != "<" })
        if Self.isData(bare) { return .failure(.data) }
        let found = index.type(bare, of: accessor)
        var isReference: Bool?
        var isSendable = isolation != .nonisolated && isolation != .unknown
        if let owner = found?.owner {
            // One of several values, and no instance that does something.
            if owner.kind == .enum, bare != singleton.name { return .failure(.data) }
            if owner.inherited.contains(where: { $0.hasPrefix("~") }) || isGeneric(owner) != isSpecialized {
                return .failure(.type)
            }
            switch owner.kind {
            case .class, .actor: isReference = true
            case .struct, .enum: isReference = false
            case .protocol: isReference = owner.inherited.contains("AnyObject") ? true : nil
            case .extension, .file: break
            }
            isSendable =
                isSendable || owner.kind == .actor || owner.inherited.contains("Sendable")
                || !isSpecialized && index.type(bare) != nil && index.conforms(bare, to: ["Sendable"])
        }
        let quiet = QuietReader(index: index)
        return .success(
            Service(
                accessor: accessor,
                type: type,
                isOwnType: bare == singleton.name && [.instance, .function].contains(singleton.shape),
                isolation: isolation,
                isMutable: isMutable,
                isStored: isStored,
                isReference: isReference,
                isSendable: isSendable,
                isQuiet: isStored && !isMutable && initial.map { quiet.isQuiet(madeBy: $0, type: bare) } == true,
                modules: modules(accessor, found)
            )
        )
    }

    private func modules(_ accessor: Singleton.Accessor, _ type: TypeIndex.Declaration?) -> Set<String>? {
        guard let type, !type.owner.isConditional, let file = index.file(accessor.file),
            let offset = file.offset(line: accessor.line, column: accessor.column),
            var node = file.tree.token(at: AbsolutePosition(utf8Offset: offset)).map({ Syntax($0) })
        else { return nil }
        while let parent = node.parent {
            if parent.is(IfConfigClauseSyntax.self) { return nil }
            node = parent
        }
        return [index.module(ofFile: accessor.file), index.module(ofFile: type.file.path)]
    }

    private func isGeneric(_ owner: OwnerDecl) -> Bool {
        owner.node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }

    private func isolation(
        _ attributes: AttributeListSyntax,
        _ modifiers: DeclModifierListSyntax,
        _ owner: OwnerDecl?,
        _ file: ParsedFile
    ) -> Isolation {
        let reader = IsolationReader(index: index)
        if let explicit = reader.explicit(attributes, modifiers) { return explicit }
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

    /// Returns the service with what `@available` says about it.
    private func limited(_ service: Service, _ declaration: DeclSyntax) -> Result<Service, Refusal> {
        let type = (index.type(of: service)?.owner.node).map { Availability(of: $0) } ?? Availability()
        var service = service
        service.availability = Availability(of: declaration)
        service.availability.add(type)
        service.isTypeDeprecated = type.isDeprecated
        return service.availability.isUnclear ? .failure(.availability) : .success(service)
    }

    private func framework(_ accessor: Singleton.Accessor) -> Service {
        Service(
            accessor: accessor,
            type: singleton.name,
            isOwnType: true,
            isolation: singleton.module == "Foundation" ? .nonisolated : .unknown,
            isMutable: false,
            isStored: true,
            isReference: true,
            isSendable: ["FileManager", "URLSession", "ProcessInfo", "NotificationCenter"].contains(singleton.name),
            isQuiet: true,
            modules: singleton.module == "Foundation" ? ["Foundation"] : nil
        )
    }
}

/// Why an accessor or a use can't be rewritten.
struct Refusal: Error {
    var reason: Reason

    static let type = Refusal(reason: .type)
    static let constrained = Refusal(reason: .constrained)
    static let noInstance = Refusal(reason: .noInstance)
    static let changed = Refusal(reason: .changed)
    static let effects = Refusal(reason: .effects)
    static let availability = Refusal(reason: .availability)
    static let data = Refusal(reason: .data)
}

// MARK: Types

extension ServiceReader {
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
    private func name(of type: TypeSyntax, _ owner: OwnerDecl?) -> String? {
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
        let arguments = bare.firstIndex(of: "<").map { bare[$0...] } ?? ""
        if !arguments.isEmpty, !hasPlainArguments(type) { return nil }
        let plain = String(bare.dropLast(arguments.count))
        guard plain.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) else { return nil }
        if plain == "Self" { return [.instance, .function].contains(singleton.shape) ? singleton.name + marks : nil }
        return prefix + qualified(plain, owner) + arguments + marks
    }

    /// Returns whether the generic arguments of a type mean the same types everywhere.
    private func hasPlainArguments(_ type: TypeSyntax) -> Bool {
        if let optional = type.as(OptionalTypeSyntax.self) { return hasPlainArguments(optional.wrappedType) }
        if let existential = type.as(SomeOrAnyTypeSyntax.self) { return hasPlainArguments(existential.constraint) }
        let clause =
            type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.allSatisfy { argument in
            if case .type(let type) = argument.argument { isPlain(type) } else { false }
        } == true
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
        guard let name = type.as(IdentifierTypeSyntax.self) else { return false }
        let text = name.name.text
        let isKnown = index.type(text).map { $0.owner.name == text } ?? Self.isData(text)
        return isKnown && (name.genericArgumentClause == nil || hasPlainArguments(type))
    }

    private func name(ofValue value: ExprSyntax, _ owner: OwnerDecl?) -> String? {
        if value.is(IntegerLiteralExprSyntax.self) || value.is(StringLiteralExprSyntax.self)
            || value.is(BooleanLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
            || value.is(ArrayExprSyntax.self) || value.is(DictionaryExprSyntax.self) || value.is(TupleExprSyntax.self)
        {
            return "Any"
        }
        if let attempt = value.as(TryExprSyntax.self), attempt.questionOrExclamationMark?.text == "!" {
            return name(ofValue: attempt.expression, owner)
        }
        if let call = value.as(FunctionCallExprSyntax.self) {
            let callee = call.calledExpression.trimmedDescription
            if callee == "Self", [.instance, .function].contains(singleton.shape) { return specialized(owner) }
            if callee.hasPrefix("["), callee.hasSuffix("]") { return "Any" }
            let parts = callee.split(separator: ".")
            let isTypeName = parts.allSatisfy { part in
                part.first?.isUppercase == true && String(part).isPlainName
            }
            if isTypeName, !callee.isEmpty {
                // It may be an optional.
                if index.declarations(of: callee).contains(where: hasFailableInitializer) { return nil }
                if callee == singleton.name || callee == singleton.name.split(separator: ".").last.map(String.init) {
                    return specialized(owner)
                }
                return index.type(callee) != nil ? qualified(callee, nil) : nil
            }
        }
        return singleton.shape == .instance ? singleton.name : nil
    }

    private func hasFailableInitializer(_ type: TypeIndex.Declaration) -> Bool {
        type.owner.memberDecls.contains { $0.as(InitializerDeclSyntax.self)?.optionalMark?.text == "?" }
    }

    /// Returns the singleton's type, with the generic arguments that the extension around its accessor has for it.
    private func specialized(_ owner: OwnerDecl?) -> String {
        guard let type = owner?.node.as(ExtensionDeclSyntax.self)?.extendedType,
            type.as(IdentifierTypeSyntax.self)?.genericArgumentClause != nil, OwnerDecl.plain(type) == singleton.name
        else { return singleton.name }
        return name(of: type, owner) ?? singleton.name
    }

    /// Returns the name with the names of the types around it, if the plain name is visible only from inside.
    private func qualified(_ name: String, _ owner: OwnerDecl?) -> String {
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
