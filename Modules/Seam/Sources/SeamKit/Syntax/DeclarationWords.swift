package import SwiftSyntax

// What stands before and around the keyword of a declaration: attributes, modifiers, and what follows from them.
extension Declaration {
    package struct Attribute: Sendable, Hashable {
        /// The name: `MainActor`, `available`.
        package var name: String
        /// What stands in its parentheses; empty without.
        package var arguments: String
        /// The attribute as it is written.
        package var text: String
        /// Its place in bytes of UTF-8.
        package var offset: Int
        /// Whether it is an `#if` around attributes.
        package var isConditional: Bool

        init(_ element: AttributeListSyntax.Element) {
            let node: AttributeSyntax? = if case .attribute(let node) = element { node } else { nil }
            name = node?.attributeName.trimmedDescription ?? ""
            arguments = node?.arguments?.trimmedDescription ?? ""
            text = element.trimmedDescription
            offset = element.positionAfterSkippingLeadingTrivia.utf8Offset
            isConditional = node == nil
        }

        /// Whether the attribute says where the declaration is available.
        package var isAvailability: Bool { name == "available" }
    }

    package struct Modifier: Sendable, Hashable {
        /// The word: `private`, `nonisolated`.
        package var name: String
        /// What stands in parentheses: `set`, `unsafe`.
        package var detail: String?
        /// Its place in bytes of UTF-8.
        package var offset: Int
    }

    /// Access levels, the closest first.
    package enum Access: String, Sendable, CaseIterable, Comparable {
        case `private`, `fileprivate`, `internal`, package, `public`, open

        package static func < (left: Access, right: Access) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }

        /// Whether no other file can see the declaration.
        package var isPrivate: Bool { self < .internal }
    }

    /// The isolation that a declaration itself says.
    package enum Isolation: Sendable, Hashable {
        case nonisolated
        /// A global actor, by the name of its attribute.
        case actor(String)
    }

    package var attributes: [Attribute] {
        node.attributeList.map { Attribute($0) }
    }

    /// The attributes, with those in all branches of an `#if` in its place.
    package var allAttributes: [Attribute] {
        node.attributeList.flatMap(Self.attributes)
    }

    private static func attributes(of element: AttributeListSyntax.Element) -> [Attribute] {
        guard case .ifConfigDecl(let config) = element else { return [Attribute(element)] }
        return config.clauses.flatMap { clause -> [Attribute] in
            if case .attributes(let list)? = clause.elements { list.flatMap(attributes) } else { [] }
        }
    }

    package var modifiers: [Modifier] {
        node.modifierList.map {
            Modifier(
                name: $0.name.text,
                detail: $0.detail?.detail.text,
                offset: $0.positionAfterSkippingLeadingTrivia.utf8Offset
            )
        }
    }

    /// Returns whether it has an attribute of this name.
    package func hasAttribute(_ name: String) -> Bool { attributes.contains { $0.name == name } }

    /// Returns whether it has one of these modifiers, not for its setter.
    package func hasModifier(_ names: String...) -> Bool {
        modifiers.contains { names.contains($0.name) && $0.detail != "set" }
    }

    /// The access level that it says; nil if it says none.
    package var access: Access? {
        modifiers.lazy.filter { $0.detail != "set" }.compactMap { Access(rawValue: $0.name) }.first
    }
    /// The access level of its setter; nil if that is the one of the declaration.
    package var setterAccess: Access? {
        modifiers.lazy.filter { $0.detail == "set" }.compactMap { Access(rawValue: $0.name) }.first
    }

    /// Whether it belongs to the type and not to an instance.
    package var isStatic: Bool { kind != .class && hasModifier("static", "class") }

    /// Returns the isolation that it says itself; nil if it says none.
    package func isolation(among actors: GlobalActors) -> Isolation? {
        if hasModifier("nonisolated") { return .nonisolated }
        return attributes.first { actors.contains($0.name) }.map { .actor($0.name) }
    }
}

extension DeclModifierListSyntax {
    /// Returns whether one of these words is among them, also with something in parentheses: `private(set)`.
    package func says(_ words: String...) -> Bool { contains { words.contains($0.name.text) } }

    /// Returns the first of the modifiers that is one of these words.
    package func first(of words: String...) -> String? { lazy.map(\.name.text).first(where: words.contains) }

    /// Returns whether one of these words is among them, with nothing in parentheses.
    package func has(_ words: String...) -> Bool { contains { words.contains($0.name.text) && $0.detail == nil } }
}

extension AttributeListSyntax {
    /// The names without generic arguments; `#if` for a branch with some.
    package var names: [String] {
        map { element in
            guard let type = element.as(AttributeSyntax.self)?.attributeName else { return "#if" }
            return TypeStructure(type).fullName ?? type.trimmedDescription
        }
    }
}

extension AttributeListSyntax.Element {
    /// The name; nil for a branch of `#if` with some.
    package var name: String? { self.as(AttributeSyntax.self)?.attributeName.code }
    package var hasArguments: Bool { self.as(AttributeSyntax.self)?.arguments != nil }
}

extension DeclModifierSyntax {
    package var word: String { name.text }
    /// Whether something follows in parentheses.
    package var hasDetail: Bool { detail != nil }
}

extension SyntaxProtocol {
    /// The modifiers of a declaration; none for other nodes.
    package var modifierList: DeclModifierListSyntax { asProtocol((any WithModifiersSyntax).self)?.modifiers ?? [] }

    package var modifierNodes: [DeclModifierSyntax] { Array(modifierList) }
    package var attributeNodes: [AttributeListSyntax.Element] { Array(attributeList) }

    /// The attributes of a declaration or statement; none for other nodes.
    package var attributeList: AttributeListSyntax { asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] }
}

/// Says which attributes isolate to a global actor.
package struct GlobalActors: Sendable {
    private let isDeclared: @Sendable (String) -> Bool?

    /// - Parameter isDeclared: returns whether the sources declare a type of this name as a global actor; nil if they declare none.
    package init(isDeclared: @escaping @Sendable (String) -> Bool?) { self.isDeclared = isDeclared }

    /// Knows what these types say.
    package init(types: some Sequence<Declaration>) {
        var known: [String: Bool] = [:]
        for type in types { known[type.name] = known[type.name] == true || type.hasAttribute("globalActor") }
        self.init { [known] in known[$0] }
    }

    /// Returns whether an attribute isolates to a global actor.
    ///
    /// One that the sources don't declare does if it has the ending of such names: `@DatabaseActor`.
    package func contains(_ attribute: String) -> Bool {
        let name = attribute.lastName
        guard name != "MainActor" else { return true }
        return isDeclared(name) ?? (name.hasSuffix("Actor") && name.first?.isUppercase == true)
    }
}
