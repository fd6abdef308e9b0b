import SwiftSyntax

/// The associated types of a protocol and its parents, as generic parameters of a fake.
struct AssociatedTypes {
    /// Names of the generic parameters, in the order of declaration.
    private(set) var names: [String] = []
    private(set) var requirements: [String] = []
    /// Associated types that the protocol itself fixes.
    private(set) var aliases: [(name: String, type: String)] = []
    private(set) var problems: [Unmockable] = []
    private var bounds: [String: [String]] = [:]

    /// Creates the parameters for protocols, parents first.
    init(_ sites: [ProtocolSite]) {
        for site in sites { declare(site) }
        let primary = Dictionary(
            sites.map { ($0.name, $0.decl.primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.text) ?? []) },
            uniquingKeysWith: { first, _ in first }
        )
        for site in sites { constrain(site, primary: primary) }
        let fixed = Set(aliases.map(\.name))
        names.removeAll { fixed.contains($0) }
    }

    /// Returns the parameters with the types that each conforms to.
    func parameters(isShared: Bool) -> [String] {
        names.map { name in
            var all = bounds[name] ?? []
            if isShared, !all.contains("Sendable") { all.append("Sendable") }
            return all.isEmpty ? name : "\(name): \(all.joined(separator: " & "))"
        }
    }

    private mutating func declare(_ site: ProtocolSite) {
        for item in site.decl.memberBlock.members {
            guard let node = item.decl.as(AssociatedTypeDeclSyntax.self) else { continue }
            let name = node.name.bareName
            if !names.contains(name) { names.append(name) }
            let inherited = node.inheritanceClause?.names ?? []
            if inherited.contains(where: { $0.hasPrefix("~") }) {
                let reason = "the associated type \(name) isn't `Copyable`"
                problems.append(Unmockable(node: Syntax(node), path: site.path, reason: reason))
            }
            for bound in inherited { add(Self.plain(bound), to: name) }
        }
    }

    private mutating func add(_ bound: String, to name: String) {
        if bounds[name, default: []].contains(bound) { return }
        bounds[name, default: []].append(bound)
    }

    private mutating func constrain(_ site: ProtocolSite, primary: [String: [String]]) {
        for inherited in site.decl.inheritanceClause?.inheritedTypes ?? [] {
            fixPrimary(inherited.type, primary)
        }
        let clauses =
            [site.decl.genericWhereClause]
            + site.decl.memberBlock.members.map { $0.decl.as(AssociatedTypeDeclSyntax.self)?.genericWhereClause }
        for requirement in clauses.compactMap(\.self).flatMap(\.requirements) {
            switch requirement.requirement {
            case .sameTypeRequirement(let same):
                fix(Self.plain(same.leftType.trimmedDescription), Self.plain(same.rightType.trimmedDescription))
            case .conformanceRequirement(let conformance):
                let left = Self.plain(conformance.leftType.trimmedDescription)
                let right = Self.plain(conformance.rightType.trimmedDescription)
                if left == "Self" { continue }
                if names.contains(left) { add(right, to: left) } else { require("\(left): \(right)") }
            case .layoutRequirement(let layout): require(Self.plain(layout.trimmedDescription))
            }
        }
    }

    /// Fixes primary associated types, as `protocol Names: Store<String>` does for `Store`.
    private mutating func fixPrimary(_ type: TypeSyntax, _ primary: [String: [String]]) {
        guard let name = type.as(IdentifierTypeSyntax.self), let clause = name.genericArgumentClause else { return }
        for (name, argument) in zip(primary[name.name.bareName] ?? [], clause.arguments) {
            fix(name, Self.plain(argument.argument.trimmedDescription))
        }
    }

    private mutating func require(_ text: String) {
        if !requirements.contains(text) { requirements.append(text) }
    }

    private mutating func fix(_ left: String, _ right: String) {
        if names.contains(left) {
            if !aliases.contains(where: { $0.name == left }) { aliases.append((left, right)) }
        } else if names.contains(right) {
            fix(right, left)
        } else {
            require("\(left) == \(right)")
        }
    }

    private static func plain(_ text: String) -> String { text.replacing("Self.", with: "") }
}
