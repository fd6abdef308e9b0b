import SeamKit

/// The place where a caller's property is, or has to be inserted.
///
/// Reasons: docs/adr/static-properties.md.
struct PropertyPlace {
    let owner: OwnerDecl
    /// The name of the existing property.
    let existing: String?
    /// The declaration of that property.
    let declaration: DeclarationNode?
    /// The name of the other property for the same accessor: the instance's if this one is static, else the static one. Nil if
    /// there is none.
    let twin: String?
    /// The stored property of the type that has the instance already; nil if there is none, or if late reads are asked for.
    let holder: Holder?
    /// Whether the code of the file can say that property.
    let isHolderSeen: Bool
    /// The parameters of initializers that have the instance, if nothing stores it; nil if there are none.
    let parameters: OwnParameters?
    /// Whether the property belongs to the type, and not to an instance.
    let isStatic: Bool
    /// The availability attributes that the property needs because its type is available where the singleton isn't.
    let attributes: [String]
    let file: ParsedFile
    /// Whether another file has the existing property.
    private(set) var isElsewhere = false
    /// The accessor, as the first use spells it.
    let access: String

    /// Finds the place. Throws the reason why no declaration in the file can be used by all uses.
    init(for uses: CallerUses, in file: ParsedFile, of request: CutRequest) throws(Reason) {
        let (context, instance, index) = (uses.uses[0].context, uses.instance, request.index)
        let contexts = uses.uses.map(\.context)
        guard let own = context.owner else { throw .constrained }
        let isStatic = uses.caller.isStatic && own.kind != .file
        self.file = file
        let text = context.access.trimmedDescription.filter { !$0.isWhitespace }
        access = context.isImplicit ? instance.type.text + text : text
        self.isStatic = isStatic
        let same =
            own.kind == .file
            ? own.parts : own.isLocal ? [own] : file.owners.filter { $0.name == own.name && !$0.isLocal }
        let primary = same.first { $0.kind != .extension && $0.kind != .protocol }
        let type = (primary ?? index.declaration(of: own)?.owner).map { Availability(of: $0.node) } ?? Availability()
        let elsewhere = primary == nil ? index.declaration(of: own) : nil
        let home = primary.map { (file, $0) } ?? elsewhere
        holder = Self.holder(in: home, access: access, instance, isLocal: own.isLocal, request)
        isHolderSeen = holder?.isSeen(in: file, index) ?? true
        let free = own.isLocal || holder != nil ? nil : home
        parameters = free.flatMap { [access] in OwnParameters(of: $0, access: access, instance: instance, request) }
        var everywhere = type
        everywhere.add(instance.availability)
        for candidate in same where !candidate.isConstrained {
            for property in candidate.properties
            where property.isStatic == isStatic && property.isGathered(access: access, instance: instance)
                && everywhere.includes(Availability(of: property.decl)) && Self.isSeen(property.decl, from: contexts)
            {
                (owner, existing, declaration, twin) = (candidate, property.name, property.decl, nil)
                attributes = []
                return
            }
        }
        if !isStatic, let found = elsewhere.flatMap({ [access] in Self.read(in: $0.owner, access: access, instance) }) {
            (owner, existing, declaration, twin, attributes) = (found.owner, found.name, nil, nil, [])
            isElsewhere = true
            return
        }
        if let holder, !isStatic {
            (owner, existing, declaration, twin, attributes) = (holder.owner, holder.name, nil, nil, [])
            return
        }
        (existing, declaration) = (nil, nil)
        twin = Self.twin(among: same, isStatic: isStatic, access: access, instance: instance)
        // Where a type isn't available, its extensions aren't either.
        let general = same.filter {
            !$0.isConstrained && Self.isSeen($0.node, from: contexts) && $0.kind != .protocol
                && ($0.kind != .extension || type.includes(Availability(of: $0.node)))
        }
        var scope = PropertyScope(owner: nil, uses: contexts, instance: instance)
        if let best = general.first(where: { $0.kind != .extension }) ?? general.first {
            scope.owner = best
        } else if contexts.allSatisfy({ $0.owner == own }), own.kind != .protocol {
            // All uses are in one extension, so they share its conditions.
            scope.owner = own
        }
        if let reason = request.reasons.first(of: [.constrained, .availability], for: scope) { throw reason }
        owner = scope.owner ?? own
        attributes = Self.attributes(in: owner, limiting: instance, for: contexts)
    }

    /// Returns the name of a property in another file of the type that returns what the type stores; nil if it has none.
    private static func read(
        in owner: OwnerDecl,
        access: String,
        _ instance: InjectedType
    ) -> (owner: OwnerDecl, name: String)? {
        let found = owner.properties.first { property in
            !property.isStatic && property.stored != nil
                && property.isGathered(access: access, instance: instance)
                && !property.decl.modifierList.says("private", "fileprivate")
        }
        return found.map { (owner, $0.name) }
    }

    private static func holder(
        in home: CodeTree.Declaration?,
        access: String,
        _ instance: InjectedType,
        isLocal: Bool,
        _ request: CutRequest
    ) -> Holder? {
        guard request.options.usesHolders, !isLocal, let home else { return nil }
        return Holder(in: home, access: access, instance: instance, index: request.index)
            ?? Holder(inheritedBy: home, access: access, instance: instance, index: request.index)
    }

    /// The instance as the type has it already; nil if nothing has it.
    var held: InjectedType? { isStatic ? nil : holder?.seen }

    /// Returns the accessor as a use spells it, with its type.
    func fullAccess(of candidate: Candidate) -> String {
        candidate.context.isImplicit ? access : candidate.context.access.trimmedDescription
    }

    /// Returns whether a node is in no branch of `#if` that one of the uses isn't in.
    private static func isSeen(_ node: some AnyCodeNode, from sites: [UseContext]) -> Bool {
        let branches = Set(node.branchesAround)
        return branches.isEmpty || sites.allSatisfy { branches.isSubset(of: $0.access.branchesAround) }
    }

    /// Returns what limits the property as the singleton is limited.
    private static func attributes(
        in owner: OwnerDecl,
        limiting instance: InjectedType,
        for sites: [UseContext]
    ) -> [String] {
        let (limits, own) = (instance.availability, Availability(of: owner.node))
        var attributes = own.covers(limits) ? [] : limits.attributes
        // Uses in deprecated code are no warnings, and the property would be one.
        if limits.isDeprecated, !own.isDeprecated, sites.contains(where: { Availability(of: $0.access).isDeprecated }) {
            attributes.append("@available(*, deprecated)")
        }
        return attributes
    }

    /// Returns the name of the other kind's property, unless this kind has a member of that name.
    private static func twin(among same: [OwnerDecl], isStatic: Bool, access: String, instance: InjectedType) -> String?
    {
        let other = same.lazy.flatMap(\.properties).first {
            $0.isStatic != isStatic && $0.isGathered(access: access, instance: instance)
        }
        guard let name = other?.name else { return nil }
        return same.flatMap(\.memberDecls).flatMap(\.declaredNames).count { $0 == name.withoutBackticks } == 1
            ? name : nil
    }
}

/// What may have a property that all uses of a caller can read.
struct PropertyScope {
    /// The declaration that would have it; nil if there is none.
    var owner: OwnerDecl?
    let uses: [UseContext]
    let instance: InjectedType
}
