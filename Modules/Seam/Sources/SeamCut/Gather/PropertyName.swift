import SeamKit
import SwiftSyntax

/// Chooses names for the properties that callers get.
struct PropertyName {
    let index: TypeIndex
    let singleton: Singleton
    /// The requested name.
    let wanted: String?
    /// The names that most properties with each type have in the code base.
    let usual: [String: String]
    /// The names of globals, which a property would hide.
    let globals: Set<String>

    /// Returns a name that is not used in the file, in the type or in the types it inherits from; nil if there is none.
    ///
    /// - Parameter added: names that the type gets in the same slice.
    func free(for service: Service, owner: OwnerDecl, in file: ParsedFile, besides added: Set<String>) -> String? {
        free(for: service, owner: owner) { added.contains($0) || file.hasName($0) }
    }

    /// Returns a name that isn't taken, and that nothing in the type or in the types it inherits from has; nil if there is none.
    func free(for service: Service, owner: OwnerDecl, besides isTaken: (String) -> Bool) -> String? {
        candidates(service).first { name in
            !isTaken(name) && !globals.contains(name) && !isMember(name, of: owner)
        }
    }

    private func candidates(_ service: Service) -> [String] {
        if let wanted { return [wanted] }
        let isNamedByAccessor = ![.instance, .function, .framework].contains(singleton.shape)
        let last = service.typeName.split { ".( )".contains($0) }.last.map(String.init) ?? singleton.name
        let own = isNamedByAccessor ? service.accessor.name : Self.lowered(last)
        let raised = own.prefix(1).uppercased() + own.dropFirst()
        return ([usual[service.accessor.name], own, "shared\(raised)", "the\(raised)", "\(own)Instance"] as [String?])
            .compactMap(\.self)
            .filter(\.isPropertyName)
    }

    /// Returns `accountManager` for `AccountManager`, and `urlCache` for `URLCache`.
    static func lowered(_ type: String) -> String {
        let capitals = type.prefix { $0.isUppercase }
        if capitals.count == type.count { return type.lowercased() }
        let count = max(1, capitals.count - 1)
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    private func isMember(_ name: String, of owner: OwnerDecl) -> Bool {
        // What other files declare outside of types would be the same variable to the compiler.
        if owner.kind == .file {
            return index.paths(saying: name).contains { path in
                index.file(path).map { OwnerDecl(file: $0.tree.statements).namesElsewhere.contains(name) } ?? true
            }
        }
        var seen: Set<String> = []
        var open = [owner.name]
        while let type = open.popLast() {
            guard seen.insert(type).inserted else { continue }
            for (_, found) in index.declarations(of: type) {
                if found.memberNames.contains(name) { return true }
                open += found.inherited
            }
        }
        return owner.memberNames.contains(name)
    }

    static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "as", "false", "is", "nil", "self", "super", "throws", "true", "try", "any", "some", "actor", "await", "async",
    ]
}

extension String {
    /// Whether a property can have the name without backticks.
    package var isPropertyName: Bool { isPlainName && !PropertyName.keywords.contains(self) }
}

/// A property of a caller that may return what an accessor returns.
struct PropertyText: Sendable {
    let decl: DeclSyntax
    let name: String
    /// Whether it belongs to the type, and not to an instance.
    let isStatic: Bool
    private let type: String?
    /// The stored property for a passed instance that it returns first; nil if it only returns the accessor's.
    let stored: String?
    /// What a computed property returns.
    private let getter: String?
    private let initial: ExprSyntax?

    init?(_ decl: DeclSyntax) {
        guard let variable = decl.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return nil }
        isStatic = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
        self.decl = decl
        self.name = name
        type = binding.typeAnnotation?.type.trimmedDescription
        initial = binding.initializer?.value
        guard variable.bindingSpecifier.text == "var", !variable.modifiers.contains(where: { $0.name.text == "lazy" }),
            case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1, let item = items.first
        else {
            (getter, stored) = (nil, nil)
            return
        }
        var value = item.item.trimmedDescription
        if value.hasPrefix("return ") { value = String(value.dropFirst(7)) }
        // A property that returns an injected instance falls back to the accessor.
        let range = value.hasPrefix("injected") ? value.firstRange(of: " ?? ") : nil
        stored = range.map { String(value[..<$0.lowerBound]) }
        if let range { value = String(value[range.upperBound...]) }
        getter = Self.plain(value)
    }

    /// Returns whether it is a computed property of the type that only returns the accessor's instance.
    func isGathered(access: String, service: Service) -> Bool {
        guard let getter else { return false }
        if getter == Self.plain(access) { return true }
        let call = service.accessor.isFunction ? "()" : ""
        return type == service.type && getter == ".\(service.accessor.name)\(call)"
    }

    /// Returns an expression without backticks, which change nothing after a dot.
    private static func plain(_ expression: String) -> String {
        expression.utf8.contains(UInt8(ascii: "`")) ? expression.filter { $0 != "`" } : expression
    }

    /// Returns whether its initial value is the accessor's instance.
    func isHolder(access: String) -> Bool {
        initial?.trimmedLength.utf8Length == access.utf8.count && initial?.trimmedDescription == access
    }

    /// Returns whether a gathered property already returns an injected instance.
    static func isInjected(_ decl: DeclSyntax) -> Bool { decl.trimmedDescription.contains(" ?? ") }
}
