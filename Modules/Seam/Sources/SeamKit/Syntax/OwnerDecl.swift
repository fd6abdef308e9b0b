package import SwiftSyntax

/// A type declaration, an extension, or a file with what it declares outside of types.
package final class OwnerDecl: Sendable, Equatable {
    package enum Kind: Sendable {
        case `class`
        case `struct`
        case `enum`
        case `actor`
        case `protocol`
        case `extension`
        case file
    }

    package let node: Syntax
    /// The path of its file.
    package let path: String
    /// Where its name stands, or for an extension that of the extended type; 0 for a file.
    package let nameOffset: Int
    package let kind: Kind
    /// The name with the names of the types around it; empty for a file.
    package let name: String
    /// The last part of the name, without generic arguments.
    package let simpleName: String
    package let attributes: AttributeListSyntax
    package let modifiers: DeclModifierListSyntax
    /// The names in the inheritance clause, without generic arguments.
    package let inherited: [String]
    package let members: MemberBlockSyntax
    /// Whether it is an extension with conditions.
    package let isConstrained: Bool
    /// Whether it is in a branch of `#if`.
    package let isConditional: Bool
    /// Whether it is declared in a function.
    package let isLocal: Bool
    private let lazyMemberNames = Lazy<Set<String>>()
    private let lazyMemberDecls = Lazy<[DeclSyntax]>()
    private let lazyProperties = Lazy<[PropertyText]>()

    /// Whether it says that nobody has to check what it stores: `@unchecked Sendable`.
    package var isUncheckedSendable: Bool {
        let types = node.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
        return types?.contains { item in
            let words = item.type.code.split(separator: " ")
            return words.first == "@unchecked" && words.last == "Sendable"
        } == true
    }

    /// Returns whether both are the same declaration.
    package static func == (left: OwnerDecl, right: OwnerDecl) -> Bool { left.node.id == right.node.id }

    /// The statements of a file, or of a branch of `#if` in it.
    package init(file: CodeBlockItemListSyntax, path: String) {
        (node, kind, name, simpleName) = (Syntax(file), .file, "", "")
        (self.path, nameOffset) = (path, 0)
        (attributes, modifiers, members) = ([], [], MemberBlockSyntax(members: []))
        (inherited, isConstrained, isLocal) = ([], false, false)
        isConditional = file.parent?.is(IfConfigClauseSyntax.self) == true
    }

    /// A file's statements and those around them, from the inside out.
    package var parts: [OwnerDecl] {
        sequence(first: node, next: \.parent).compactMap { $0.as(CodeBlockItemListSyntax.self) }.map {
            OwnerDecl(file: $0, path: path)
        }
    }

    /// Returns whether another one is declared somewhere in it.
    package func contains(_ other: OwnerDecl) -> Bool {
        path == other.path && node.range.contains(other.node.position)
    }

    /// Returns whether it is the singleton's own type, or a type in that.
    package func belongs(to singleton: Singleton) -> Bool {
        guard singleton.shape != .global, singleton.shape != .world else { return false }
        return name == singleton.name || name.hasPrefix(singleton.name + ".") || name.hasPrefix(singleton.name + "<")
    }

    package init?(_ node: some SyntaxProtocol, path: String) {
        guard let decl = DeclSyntax(node), let group = decl.asProtocol((any DeclGroupSyntax).self) else { return nil }
        switch decl.kind {
        case .classDecl: kind = .class
        case .structDecl: kind = .struct
        case .enumDecl: kind = .enum
        case .actorDecl: kind = .actor
        case .protocolDecl: kind = .protocol
        default: kind = .extension
        }
        let extended = decl.as(ExtensionDeclSyntax.self)?.extendedType
        let token = decl.asProtocol((any NamedDeclSyntax).self)?.name
        let own = extended?.code ?? token?.text ?? ""
        let place = extended?.positionAfterSkippingLeadingTrivia ?? token?.positionAfterSkippingLeadingTrivia
        (self.path, nameOffset) = (path, place?.utf8Offset ?? 0)
        (attributes, modifiers, members) = (group.attributes, group.modifiers, group.memberBlock)
        self.node = Syntax(decl)
        let hasConditions = decl.as(ExtensionDeclSyntax.self)?.genericWhereClause != nil
        isConstrained = kind == .extension && (hasConditions || own.contains("<") || own.contains("["))
        inherited = (group.inheritanceClause?.inheritedTypes ?? []).map(\.type.plainText)
        var names = [own.withoutBackticks]
        var (isConditional, isLocal) = (false, false)
        var around = decl.parent
        while let parent = around {
            if parent.is(IfConfigClauseSyntax.self) { isConditional = true }
            if parent.is(CodeBlockSyntax.self) || parent.is(ClosureExprSyntax.self) { isLocal = true }
            if let named = parent.asProtocol((any NamedDeclSyntax).self),
                parent.asProtocol((any DeclGroupSyntax).self) != nil
            {
                names.append(named.name.text.withoutBackticks)
            } else if let type = parent.as(ExtensionDeclSyntax.self) {
                names.append(type.extendedType.code)
            }
            around = parent.parent
        }
        (self.isConditional, self.isLocal) = (isConditional, isLocal)
        name = names.reversed().joined(separator: ".")
        simpleName = name.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? name
    }

    /// Whether its members have names for Objective-C, which say what parameters there are.
    package var isForObjectiveC: Bool {
        let name = kind == .extension ? "objc" : "objcMembers"
        return attributeNames.contains(name)
    }

    /// The names of the attributes; `#if` for a branch with some.
    package var attributeNames: [String] { attributes.names }

    package func hasModifier(_ name: String) -> Bool { modifiers.says(name) }
    package var isPrivate: Bool { modifiers.says("private", "fileprivate") }
    package var isPublic: Bool { modifiers.says("public", "open") }

    /// The names of everything that is declared directly inside.
    package var memberNames: Set<String> {
        lazyMemberNames.value {
            Set(memberDecls.flatMap(\.declaredNames))
        }
    }

    /// The names of the members that subclasses have, too. The runtime finds private ones only if something marks them.
    package var inheritedNames: Set<String> {
        let inherited = memberDecls.lazy.filter {
            !$0.modifierList.has("private") || $0.modifierList.says("override") || !$0.attributeList.names.isEmpty
        }
        return Set(inherited.flatMap(\.declaredNames))
    }

    /// The names of what is declared directly inside and seen in other files.
    package var namesElsewhere: Set<String> {
        Set(memberDecls.lazy.filter { !$0.modifierList.has("private", "fileprivate") }.flatMap(\.declaredNames))
    }

    /// The declarations of members, or of all that a file declares outside of types, including those in branches of `#if`.
    package var memberDecls: [DeclSyntax] {
        lazyMemberDecls.value {
            var decls: [DeclSyntax] = []
            if let list = statements {
                Self.collect(list) { decls.append($0) }
            } else {
                Self.collect(members.members) { decls.append($0) }
            }
            return decls
        }
    }

    /// The properties among them, or the variables of a file.
    package var variables: [VariableDeclSyntax] { memberDecls.compactMap(\.property) }
    /// The initializers among them.
    package var initializers: [InitializerDeclSyntax] { memberDecls.compactMap(\.initializer) }
    /// The functions among them.
    package var functions: [FunctionDeclSyntax] { memberDecls.compactMap(\.function) }

    /// The statements of a file, or of a branch of `#if` in it; nil for a type.
    package var statements: CodeBlockItemListSyntax? { node.as(CodeBlockItemListSyntax.self) }

    /// The members that may return what an accessor returns.
    package var properties: [PropertyText] {
        lazyProperties.value { memberDecls.compactMap(PropertyText.init) }
    }

    private static func collect(_ list: MemberBlockItemListSyntax, body: (DeclSyntax) -> Void) {
        for item in list {
            guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else {
                body(item.decl)
                continue
            }
            for clause in conditional.clauses {
                if case .decls(let decls) = clause.elements { collect(decls, body: body) }
            }
        }
    }

    private static func collect(_ list: CodeBlockItemListSyntax, body: (DeclSyntax) -> Void) {
        for case .decl(let decl) in list.map(\.item) {
            guard let conditional = decl.as(IfConfigDeclSyntax.self) else {
                body(decl)
                continue
            }
            for clause in conditional.clauses {
                if case .statements(let list) = clause.elements { collect(list, body: body) }
            }
        }
    }
}
