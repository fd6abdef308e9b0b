import SeamKit

/// What a protocol changes about a cut.
struct ProtocolChoice {
    var plan: ProtocolPlan
    /// The accessor, as callers see it.
    let instance: InjectedType
    /// The members that callers may use.
    let members: Set<String>
    /// The modifier of the protocol's access; empty for internal.
    let access: String
    /// The module that declares the protocol.
    let module: String
    /// The files that are to be written.
    let changes: [FileChange]

    /// Chooses the protocol for all callers, also for those that aren't in this slice: the next slice uses it too.
    static func choose(
        _ name: String,
        for files: [ClassifiedFile],
        of request: CutRequest
    ) throws(ProtocolPlanner.Problem) -> ProtocolChoice? {
        // Once all callers have it, the protocol is still what the plan is about.
        let (index, singleton, wanted) = (request.index, request.singleton, request.options.slice.members)
        // The members of a locator are its accessors: those that aren't wanted may have other types.
        let isLocator = singleton.shape == .locator
        let files = !isLocator ? files : files.map { $0.with(wanted) }
        let candidates = files.flatMap(\.candidates)
        let accessors = request.options.slice.accessors(of: singleton)
        let known = accessors.lazy.compactMap { try? request.instance($0).get() }.first
        guard let instance = candidates.first?.instance ?? known else { return nil }
        if let other = candidates.first(where: { $0.instance.type != instance.type })?.instance {
            throw ProtocolPlanner.Problem(
                text: "the accessors have several types: \(instance.type), \(other.type); cut one of them, such as "
                    + instance.accessor.expression(in: singleton)
            )
        }
        let planner = try ProtocolPlanner(
            index: index,
            instance: instance,
            name: name,
            into: request.options.protocolModule
        )
        var uses: [String: [MemberUse]] = [:]
        var users: Set<String> = []
        for file in files {
            var own: [MemberUse] = []
            for candidate in file.candidates {
                guard let use = MemberUse(of: candidate.context.access) else { continue }
                if let wanted, !isLocator, !wanted.contains(use.name) { continue }
                own.append(use)
            }
            for group in CallerUses.grouped(file.candidates) {
                own += usesOfConcreteProperty(of: group, in: file.file, asIn: request)
            }
            for use in own { uses[use.name, default: []].append(use) }
            if !own.isEmpty { users.insert(index.module(ofFile: file.file.path)) }
        }
        var choice = try planner.choice(for: uses, users: users)
        choice.plan.type = planner.type.name
        choice.plan.typeModule = index.module(ofFile: planner.file.path)
        choice.plan.access = instance.accessor.expression(in: singleton)
        if choice.members.isEmpty, !choice.plan.isReused {
            throw ProtocolPlanner.Problem(text: "it would have no members")
        }
        return choice
    }

    /// Returns the uses of a caller's property that still has the type itself and no injected instance.
    private static func usesOfConcreteProperty(
        of caller: CallerUses,
        in file: ParsedFile,
        asIn request: CutRequest
    ) -> [MemberUse] {
        guard let place = try? PropertyPlace(for: caller, in: file, of: request), let name = place.existing,
            let declaration = place.declaration, !PropertyText.isInjected(declaration),
            type(of: declaration) == caller.instance.type
        else { return [] }
        return PropertyUses(of: name, in: file.owners.filter { $0.name == caller.caller.name }).uses
            .compactMap(\.self)
    }

    private static func type(of declaration: DeclarationNode) -> TypeStructure? { declaration.resultType?.structure }

    /// Returns whether a caller's property has the protocol as its type, or is to get it.
    func covers(_ place: PropertyPlace, in file: ParsedFile) -> Bool {
        guard let declaration = place.declaration, let name = place.existing else { return true }
        if Self.type(of: declaration) == instance.type { return true }
        guard !PropertyText.isInjected(declaration) else { return false }
        let uses = PropertyUses(of: name, in: file.owners.filter { $0.name == place.owner.name }).uses
        return uses.allSatisfy { $0.map { members.contains($0.name) } ?? false }
    }

    /// Returns whether a file can import the module of the protocol, in each module that compiles it.
    func isSeen(from file: ParsedFile, in index: CodeTree) -> Bool {
        index.modules.modules(compiling: file.path).allSatisfy { index.isSeen(module, from: $0) }
    }
}

extension ClassifiedFile {
    /// Returns the file with the candidates of these members only; nil for all.
    fileprivate func with(_ members: Set<String>?) -> ClassifiedFile {
        guard let members else { return self }
        return ClassifiedFile(
            file: file,
            candidates: candidates.filter { members.contains($0.use.member) },
            reads: reads
        )
    }
}

extension Singleton.Accessor {
    /// Returns the expression for the instance.
    func expression(in singleton: Singleton) -> String {
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        return (isGlobal ? "" : singleton.name + ".") + name + (isFunction ? "()" : "")
    }
}
