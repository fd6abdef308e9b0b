import SwiftSyntax

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

    var modifierList: DeclModifierListSyntax? { node.asProtocol((any WithModifiersSyntax).self)?.modifiers }

    package var attributes: [Attribute] {
        (node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []).map { Attribute($0) }
    }

    /// The attributes, with those in all branches of an `#if` in its place.
    package var allAttributes: [Attribute] {
        (node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []).flatMap(Self.attributes)
    }

    private static func attributes(_ element: AttributeListSyntax.Element) -> [Attribute] {
        guard case .ifConfigDecl(let config) = element else { return [Attribute(element)] }
        return config.clauses.flatMap { clause -> [Attribute] in
            if case .attributes(let list)? = clause.elements { list.flatMap(attributes) } else { [] }
        }
    }

    package var modifiers: [Modifier] {
        (modifierList ?? []).map {
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

/// The names of attributes that isolate to a global actor.
package struct GlobalActors: Sendable {
    private var declared: Set<String> = ["MainActor"]
    private var others: Set<String> = []

    /// Knows none but the main actor.
    package init() {}

    /// Knows the actors that declarations of types say to be global.
    package init(_ types: some Sequence<Declaration>) {
        for type in types { add(type) }
    }

    /// Takes note of a type.
    package mutating func add(_ type: Declaration) {
        if type.hasAttribute("globalActor") { declared.insert(type.name) } else { others.insert(type.name) }
    }

    /// Returns whether an attribute isolates to a global actor.
    ///
    /// One that the sources don't declare does if it has the ending of such names: `@DatabaseActor`.
    package func contains(_ attribute: String) -> Bool {
        let name = attribute.split(separator: ".").last.map(String.init) ?? attribute
        return declared.contains(name)
            || name.hasSuffix("Actor") && name.first?.isUppercase == true && !others.contains(name)
    }
}
