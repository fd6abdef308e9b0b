import SeamKit
import SwiftSyntax

/// The place where a caller's property is, or has to be inserted.
///
/// Reasons: docs/adr/static-properties.md.
struct PropertyPlace {
    let owner: OwnerDecl
    /// The name of the existing property.
    let existing: String?
    /// The declaration of that property.
    let declaration: DeclSyntax?
    /// The name of the other property for the same accessor: the instance's if this one is static, else the static one. Nil if
    /// there is none.
    let twin: String?
    /// Whether the property belongs to the type, and not to an instance.
    private let isStatic: Bool
    /// The availability attributes that the property needs because its type is available where the singleton isn't.
    let attributes: [String]
    private let file: ParsedFile
    /// The accessor, as the first use spells it.
    let access: String

    /// Finds the place. Throws the reason why no declaration in the file can be used by all uses.
    init(of group: Gatherer.Members, index: TypeIndex, in file: ParsedFile) throws(Refusal) {
        let (site, service) = (group.first.site, group.first.service)
        let sites = group.members.map(\.site)
        guard let own = site.owner else { throw .constrained }
        let isStatic = group.first.group.isStatic && own.kind != .file
        self.file = file
        let text = site.access.trimmedDescription.filter { !$0.isWhitespace }
        access = site.isImplicit ? service.type + text : text
        self.isStatic = isStatic
        let same =
            own.kind == .file
            ? own.parts : own.isLocal ? [own] : file.owners.filter { $0.name == own.name && !$0.isLocal }
        let primary = same.first { $0.kind != .extension && $0.kind != .protocol }
        let type = (primary ?? index.type(own.name)?.owner).map { Availability(of: $0.node) } ?? Availability()
        var everywhere = type
        everywhere.add(service.availability)
        for candidate in same where !candidate.isConstrained {
            for property in candidate.properties
            where property.isStatic == isStatic && property.isGathered(access: access, service: service)
                && everywhere.includes(Availability(of: property.decl)) && Self.isSeen(property.decl, from: sites)
            {
                (owner, existing, declaration, twin) = (candidate, property.name, property.decl, nil)
                attributes = []
                return
            }
        }
        (existing, declaration) = (nil, nil)
        twin = Self.twin(same, isStatic: isStatic, access: access, service: service)
        // Where a type isn't available, its extensions aren't either.
        let general = same.filter {
            !$0.isConstrained && Self.isSeen($0.node, from: sites) && $0.kind != .protocol
                && ($0.kind != .extension || type.includes(Availability(of: $0.node)))
        }
        if let best = general.first(where: { $0.kind != .extension }) ?? general.first {
            owner = best
        } else if sites.allSatisfy({ $0.owner?.node.id == own.node.id }), own.kind != .protocol {
            // All uses are in one extension, so they share its conditions.
            owner = own
        } else {
            throw .constrained
        }
        // The file may import what it needs in its branches only.
        if owner.kind == .file, !owner.isConditional, sites.allSatisfy({ $0.owner?.isConditional == true }) {
            throw .constrained
        }
        attributes = try Self.attributes(in: owner, service, sites)
    }

    /// Returns whether a node is in no branch of `#if` that one of the uses isn't in.
    private static func isSeen(_ node: some SyntaxProtocol, from sites: [Site]) -> Bool {
        let branches = Set(Self.branches(around: node))
        return branches.isEmpty || sites.allSatisfy { branches.isSubset(of: Self.branches(around: $0.access)) }
    }

    private static func branches(around node: some SyntaxProtocol) -> [SyntaxIdentifier] {
        sequence(first: Syntax(node), next: \.parent).filter { $0.is(IfConfigClauseSyntax.self) }.map(\.id)
    }

    /// Returns what limits the property as the singleton is limited. Throws if they aren't within the type's own limits.
    private static func attributes(in owner: OwnerDecl, _ service: Service, _ sites: [Site]) throws(Refusal) -> [String]
    {
        let (limits, own) = (service.availability, Availability(of: owner.node))
        guard own.covers(limits) || limits.covers(own) else { throw .availability }
        var attributes = own.covers(limits) ? [] : limits.attributes
        // Uses in deprecated code are no warnings, and the property would be one.
        if limits.isDeprecated, !own.isDeprecated, sites.contains(where: { Availability(of: $0.access).isDeprecated }) {
            attributes.append("@available(*, deprecated)")
        }
        return attributes
    }

    /// Returns the name of the other kind's property, unless this kind has a member of that name.
    private static func twin(_ same: [OwnerDecl], isStatic: Bool, access: String, service: Service) -> String? {
        let other = same.lazy.flatMap(\.properties).first {
            $0.isStatic != isStatic && $0.isGathered(access: access, service: service)
        }
        guard let name = other?.name else { return nil }
        let names = same.flatMap(\.memberDecls).flatMap { decl -> [String] in
            decl.as(VariableDeclSyntax.self)?.bindings.map(\.pattern.trimmedDescription)
                ?? decl.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
        }
        return names.count { $0 == name } == 1 ? name : nil
    }

    /// Returns the edits that declare the property, at the start of the type or at its existing place.
    ///
    /// - Parameter initializer: the lines of a new initializer that comes behind it.
    func edits(
        for name: String,
        service: Service,
        ownerIsolation: Isolation,
        injection: Injection?,
        initializer: [String]
    ) -> [TextEdit] {
        if let declaration {
            return injection.map { upgrade(declaration, $0, to: service.type, initializer: initializer) } ?? []
        }
        let isImplicit = service.isOwnType && !service.isOptional && access.hasPrefix(service.type + ".")
        let value = isImplicit ? String(access.dropFirst(service.type.count)) : access
        let prefix = prefix(service.isolation, ownerIsolation)
        guard let injection else {
            let kind = isStatic ? "static var" : "var"
            return [insertion(of: attributes + ["\(prefix)private \(kind) \(name): \(service.type) { \(value) }"])]
        }
        var lines = injection.declaration
        lines.append("\(prefix)private var \(name): \(service.type) { \(injection.stored) ?? \(value) }")
        if !initializer.isEmpty { lines += [""] + initializer }
        return [insertion(of: lines)] + injection.edits
    }

    /// Changes a property that returns the accessor's instance so that it first returns an injected one.
    private func upgrade(
        _ declaration: DeclSyntax,
        _ injection: Injection,
        to type: String,
        initializer: [String]
    ) -> [TextEdit] {
        guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first,
            case .getter(let items)? = binding.accessorBlock?.accessors, let item = items.first
        else { return [] }
        let value = item.item.as(ReturnStmtSyntax.self)?.expression.map { Syntax($0) } ?? Syntax(item.item)
        let start = declaration.positionAfterSkippingLeadingTrivia.utf8Offset
        let gap = file.newline + file.indent(of: start)
        var edits = [
            TextEdit(
                offset: value.positionAfterSkippingLeadingTrivia.utf8Offset,
                old: "",
                new: "\(injection.stored) ?? "
            )
        ]
        if let old = binding.typeAnnotation?.type, type.hasPrefix("any "), old.trimmedDescription != type {
            let offset = old.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(TextEdit(offset: offset, old: old.trimmedDescription, new: type))
            // A protocol has no accessor.
            if value.trimmedDescription.hasPrefix(".") { edits[0].new += old.trimmedDescription }
        }
        if !injection.declaration.isEmpty {
            edits.append(TextEdit(offset: start, old: "", new: injection.declaration.map { $0 + gap }.joined()))
        }
        if !initializer.isEmpty {
            let end = declaration.endPositionBeforeTrailingTrivia.utf8Offset
            let text = initializer.map { gap + $0 }.joined()
            edits.append(TextEdit(offset: end, old: "", new: file.newline + text))
        }
        return edits + injection.edits
    }

    private func prefix(_ isolation: Isolation, _ ownerIsolation: Isolation) -> String {
        switch isolation {
        case .nonisolated: ownerIsolation == .nonisolated ? "" : "nonisolated "
        case .actor(let name): ownerIsolation == isolation ? "" : "@\(name) "
        case .unknown: ""
        }
    }

    private func insertion(of lines: [String]) -> TextEdit { MemberInsertion(owner: owner, file: file).edit(lines) }
}
