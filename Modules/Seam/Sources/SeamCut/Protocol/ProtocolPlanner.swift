import SeamKit

/// Plans the protocol through which callers see the instance.
struct ProtocolPlanner {
    let index: CodeTree
    let instance: InjectedType
    /// The type that is to conform.
    let type: OwnerDecl
    let file: ParsedFile
    let name: String
    /// The module that is to have the protocol.
    let home: String
    private let module: String
    private let isolation: Isolation

    /// What can't be planned.
    struct Problem: Error {
        var text: String
    }

    /// Finds the type and the place.
    ///
    /// - Parameter into: the module that is to have the protocol; that of the type if nil.
    init(index: CodeTree, instance: InjectedType, name: String, into: String?) throws(Problem) {
        self.index = index
        self.instance = instance
        self.name = name
        guard !instance.isOptional, let found = index.type(of: instance),
            [.class, .actor, .struct].contains(found.owner.kind), !found.owner.isLocal, found.file.isEditable
        else { throw Problem(text: "\(instance.type) is no class, actor or struct of this tree") }
        (type, file) = (found.owner, found.file)
        if type.isPrivate {
            throw Problem(text: "\(type.name) is private")
        }
        module = index.module(ofFile: file.path)
        home = into ?? module
        if let into {
            guard let target = index.module(into), !target.folders.isEmpty else {
                throw Problem(text: "the tree has no module \(into)")
            }
            guard index.isSeen(into, from: module) else {
                throw Problem(text: "\(module) doesn't depend on \(into)")
            }
        }
        isolation = type.kind == .actor ? .nonisolated : IsolationReader(index: index).isolation(of: type, in: file)
        if isolation == .unknown {
            throw Problem(text: "the sources don't say which actor \(type.name) belongs to")
        }
        // The name has to be free wherever somebody may see the protocol.
        let taken = index.lastNames.types(name)
        if let other = taken.first(where: { $0.owner.kind != .protocol }) {
            throw Problem(text: "\(other.file.path) has a type \(name) that is no protocol")
        }
        if taken.count > 1 { throw Problem(text: "the tree has several protocols \(name)") }
    }

    /// Plans the protocol for all members that code uses.
    ///
    /// - Parameters:
    ///   - uses: the uses of each member.
    ///   - users: the modules with callers.
    func choice(for uses: [String: [MemberUse]], users: Set<String>) throws(Problem) -> ProtocolChoice {
        var (found, refused) = requirements(for: uses)
        let existing = index.type(named: name)
        let access: String
        if let existing {
            access = existing.owner.modifiers.first(of: "public", "package") ?? ""
            keep(those: existing, &found, &refused)
            if !index.inherits(type, from: existing.owner) {
                throw Problem(text: "\(existing.file.path) has \(name), but \(type.name) doesn't conform to it")
            }
        } else {
            access = try self.access(isAllPublic: found.values.allSatisfy(\.isPublic), users: users)
            if !access.isEmpty, type.isPublic {
                for (member, own) in found where !own.isPublic {
                    found[member] = nil
                    refused[member] = "it isn't public"
                }
            }
        }
        var plan = ProtocolPlan(name: name, members: found.keys.sorted())
        plan.isPublic = access == "public"
        plan.isMainActorDefault = index.modules.defaultIsolation(ofModule: home) != .nonisolated
        plan.refused = refused.keys.sorted().map { ProtocolPlan.Refusal(member: $0, message: refused[$0] ?? "") }
        plan.isReused = existing != nil
        if let existing { plan.members = existing.owner.memberNames.sorted() }
        let files = existing == nil && !found.isEmpty ? try newFiles(for: found, access: access) : []
        plan.file = existing?.file.path ?? files.first?.path ?? ""
        plan.isForXcode =
            files.contains { index.module(ofFile: file.path) == module && !$0.path.isEmpty }
            && index.module(module)?.origin == .xcode
        var seen = instance
        seen.type = .existential(TypeStructure(named: name))
        seen.isOwnType = false
        if let existing, instance.isolation == .nonisolated {
            seen.isSendable = existing.owner.inherited.contains("Sendable")
        }
        return ProtocolChoice(
            plan: plan,
            instance: seen,
            members: Set(found.keys),
            access: access,
            module: existing.map { index.module(ofFile: $0.file.path) } ?? home,
            changes: files
        )
    }

    /// Returns the instance through the protocol, if the tree has that and code that does only this with the instance means the same:
    /// all of it is required as the type declares it, and no extension of a protocol has a member of the name.
    ///
    /// - Parameter uses: the uses of each member.
    func seen(by uses: [String: [MemberUse]]) -> InjectedType? {
        let (found, refused) = requirements(for: uses)
        guard refused.isEmpty, let existing = index.type(named: name), index.inherits(type, from: existing.owner),
            isolation == IsolationReader(index: index).isolation(of: existing.owner, in: existing.file),
            existing.owner.isPublic || !type.isPublic, !existing.owner.node.isGeneric
        else { return nil }
        var (parts, seen): ([CodeTree.Declaration], Set<CodeTree.TypeID>) = ([], [])
        var open = [index.id(of: existing.owner)].compactMap(\.self)
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            parts += index.parts(of: next)
            open += index.inheritance(of: index.parts(of: next)).compactMap(\.type)
        }
        let isObject = index.conforms(existing.owner, to: ["AnyObject"])
        let texts = parts.filter { $0.owner.kind == .protocol }.flatMap(\.owner.memberDecls).map {
            $0.line().filter { !$0.isWhitespace }
        }
        let readable = texts.map { $0.replacing("{getset}", with: "{get}") }
        let required = Set(readable + (isObject ? texts : []))
        let extended = Set(parts.filter { $0.owner.kind == .extension }.flatMap(\.owner.memberNames))
        let areRequired = found.values.flatMap(\.requirements).allSatisfy { requirement in
            requirement.defaults == nil && required.contains(requirement.text.filter { !$0.isWhitespace })
        }
        guard areRequired, extended.isDisjoint(with: uses.keys) else { return nil }
        var abstract = instance
        abstract.type = .existential(TypeStructure(named: name))
        abstract.isOwnType = false
        abstract.isSendable = instance.isSendable && index.conforms(existing.owner, to: ["Sendable"])
        return abstract
    }

    /// Returns the requirements of each member, and why a member can have none.
    private func requirements(
        for uses: [String: [MemberUse]]
    ) -> (found: [String: RequirementReader.Found], refused: [String: String]) {
        let reader = RequirementReader(
            index: index,
            type: type,
            name: name,
            module: module,
            target: home == module ? nil : home,
            isolation: isolation
        )
        var found: [String: RequirementReader.Found] = [:]
        var refused: [String: String] = [:]
        for (member, uses) in uses {
            switch reader.requirements(for: member, uses: uses) {
            case .success(let requirements): found[member] = requirements
            case .failure(let refusal): refused[member] = refusal.text
            }
        }
        return (found, refused)
    }

    private func access(isAllPublic: Bool, users: Set<String>) throws(Problem) -> String {
        if home != module { return "public" }
        let isOutside = !users.subtracting([module]).isEmpty
        if type.isPublic { return isAllPublic || isOutside ? "public" : "" }
        if isOutside, type.hasModifier("package") { return "package" }
        return ""
    }

    /// Refuses the members that an existing protocol doesn't have.
    private func keep(
        those existing: (file: ParsedFile, owner: OwnerDecl),
        _ found: inout [String: RequirementReader.Found],
        _ refused: inout [String: String]
    ) {
        var keys: [String: String] = [:]
        for decl in existing.owner.memberDecls {
            let text = decl.line()
            keys[Requirement.key(text)] = text
        }
        let extended = index.parts(of: existing.owner).filter { $0.owner.kind == .extension }
        let helpers = Set(extended.flatMap(\.owner.memberNames))
        let isObject = !existing.owner.inherited.allSatisfy { $0 != "AnyObject" }
        for (member, own) in found {
            let lacks = own.requirements.contains { requirement in
                guard let text = keys[requirement.key] else { return true }
                return requirement.isSettable && !(text.contains("set }") && isObject)
                    || requirement.defaults != nil && !helpers.contains(member)
            }
            guard lacks else { continue }
            found[member] = nil
            refused[member] = "\(name) has no such member"
        }
    }

    // MARK: Files

    private func newFiles(for found: [String: RequirementReader.Found], access: String) throws(Problem) -> [FileChange]
    {
        let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
        let beside = folder.isEmpty ? "" : folder + "/"
        let writer = ProtocolText(
            name: name,
            type: type,
            file: file,
            access: access.isEmpty ? "" : access + " ",
            isolation: isolationText,
            isSendable: isSendable,
            conformance: conformanceText,
            found: found
        )
        let imports = ProtocolImports(index: index, module: home, files: found.values.flatMap(\.files))
        var files: [(path: String, text: String)] = []
        if home == module {
            files.append((beside + "\(name).swift", writer.text(hasConformance: true, imports: imports)))
        } else {
            let target = index.module(home)?.folders.first ?? ""
            files.append((target + "/\(name).swift", writer.text(hasConformance: false, imports: imports)))
            let simple = "\(type.simpleName)+\(name).swift"
            files.append((beside + simple, writer.conformance(importing: home)))
        }
        for file in files where index.sources.exists(file.path) {
            throw Problem(text: "there is already a file \(file.path)")
        }
        return files.map {
            FileChange(path: $0.path, bytes: [], edits: [TextEdit(offset: 0, old: "", new: $0.text)], isNew: true)
        }
    }

    /// Whether the type is `Sendable`, and not just its accessor on an actor.
    private var isSendable: Bool {
        if type.kind == .actor || isolation != .nonisolated { return true }
        return index.parts(of: type).contains { $0.owner.inherited.contains("Sendable") }
    }

    /// Before the protocol in a conformance. Where the main actor is the default, a conformance would belong to it.
    private var conformanceText: String {
        isolation == .nonisolated && index.modules.defaultIsolation(ofModule: module) != .nonisolated
            ? "nonisolated " : ""
    }

    private var isolationText: String {
        let normal = index.modules.defaultIsolation(ofModule: home)
        switch isolation {
        case .nonisolated: return normal == .nonisolated ? "" : "nonisolated "
        case .actor(let actor): return normal == .mainActor && actor == "MainActor" ? "" : "@\(actor) "
        case .unknown: return ""
        }
    }
}
