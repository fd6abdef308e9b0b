import SeamKit
import SwiftSyntax

extension Gatherer {
    /// Chooses the protocol for all callers, also for those that aren't in this slice: the next slice uses it too.
    func choice(
        _ name: String,
        _ files: [(file: ParsedFile, candidates: [Candidate])]
    ) throws(ProtocolPlanner.Problem) -> ProtocolChoice? {
        // Once all callers have it, the protocol is still what the plan is about.
        let used = files.lazy.flatMap(\.candidates).first?.service
        guard let service = used ?? singleton.accessors.lazy.compactMap({ try? self.service($0).get() }).first else {
            return nil
        }
        if let other = files.flatMap(\.candidates).first(where: { $0.service.type != service.type }) {
            throw ProtocolPlanner.Problem(
                text: "the accessors have several types: \(service.type), \(other.service.type)"
            )
        }
        let planner = try ProtocolPlanner(index: index, service: service, name: name, into: options.protocolModule)
        var uses: [String: [MemberUse]] = [:]
        var users: Set<String> = []
        for (file, candidates) in files {
            for candidate in candidates {
                guard let use = MemberUse(of: candidate.site.access) else { continue }
                if let members = options.slice.members, !members.contains(use.name) { continue }
                uses[use.name, default: []].append(use)
                users.insert(index.module(ofFile: file.path))
            }
            for group in Self.groups(candidates) {
                guard let property = concreteProperty(of: group, in: file) else { continue }
                for use in propertyUses(property, group, in: file).compactMap(\.self) {
                    uses[use.name, default: []].append(use)
                    users.insert(index.module(ofFile: file.path))
                }
            }
        }
        var choice = try planner.choice(uses, users: users)
        choice.plan.type = planner.type.name
        choice.plan.typeModule = index.module(ofFile: planner.file.path)
        choice.plan.access = service.accessor.expression(in: singleton)
        if choice.members.isEmpty, !choice.plan.isReused {
            throw ProtocolPlanner.Problem(text: "it would have no members")
        }
        return choice
    }

    /// Returns the name of a caller's property that still has the type itself and no injected instance.
    private func concreteProperty(of group: Members, in file: ParsedFile) -> String? {
        guard let place = try? PropertyPlace(of: group, index: index, in: file), let name = place.existing,
            let declaration = place.declaration,
            !PropertyText.isInjected(declaration), Self.type(of: declaration) == group.first.service.type
        else { return nil }
        return name
    }

    private func propertyUses(_ name: String, _ group: Members, in file: ParsedFile) -> [MemberUse?] {
        let owner = group.first.group.owner
        return PropertyUses(name, in: file.owners.filter { $0.name == owner }).uses
    }

    private static func type(of declaration: DeclSyntax) -> String? {
        declaration.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type.trimmedDescription
    }

    /// Returns whether a caller's property has the protocol as its type, or is to get it.
    func isAbstract(_ place: PropertyPlace, in file: ParsedFile) -> Bool {
        guard let choice else { return false }
        guard let declaration = place.declaration, let name = place.existing else { return true }
        if Self.type(of: declaration) == choice.service.type { return true }
        guard !PropertyText.isInjected(declaration) else { return false }
        let uses = PropertyUses(name, in: file.owners.filter { $0.name == place.owner.name }).uses
        return uses.allSatisfy { $0.map { choice.members.contains($0.name) } ?? false }
    }

    /// Returns the uses that can go through the caller's property. Leaves the others.
    func fitting(_ members: [Candidate], _ property: Property, in file: ParsedFile) -> [Candidate] {
        let hidden = members.filter { $0.reading?.isNameAlone == true && $0.site.binds(property.name, in: file) }
            .map(\.row)
        leave(hidden, .name)
        let members = members.filter { !hidden.contains($0.row) }
        guard let choice, isAbstract(property.place, in: file) else { return members }
        let isSeen = index.isSeen(choice.module, from: index.module(ofFile: file.path))
        return members.filter { candidate in
            if candidate.reading == nil { return isSeen }
            let use = MemberUse(of: candidate.site.access)
            if isSeen, let use, choice.members.contains(use.name) { return true }
            // What another cut has is not for this protocol.
            if let use, let wanted = options.slice.members, !wanted.contains(use.name) { return false }
            leave([candidate.row], .member)
            return false
        }
    }

    /// Returns the edit that imports the protocol's module where a caller gets a property.
    func imports(for edits: [TextEdit], in file: ParsedFile) -> [TextEdit] {
        guard let choice, !edits.isEmpty else { return [] }
        return importEdit(of: choice.module, naming: choice.plan.name, as: "protocol", in: file).map { [$0] } ?? []
    }

    /// Returns the edit that imports a name of a module; nil if the file needs none.
    ///
    /// - Parameter kind: the word for an import of this name alone; nil if a declaration in the tree has it.
    func importEdit(
        of module: String,
        naming name: String,
        as kind: String? = nil,
        in file: ParsedFile
    ) -> TextEdit? {
        guard module != index.module(ofFile: file.path), !file.imports(name, from: module) else { return nil }
        let text = index.importText(of: module, naming: name, kind: kind, in: file)
        return imported.insert("\(file.path) \(text)").inserted ? file.edit(importing: text) : nil
    }
}

extension Singleton.Accessor {
    /// Returns the expression for the instance.
    func expression(in singleton: Singleton) -> String {
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        return (isGlobal ? "" : singleton.name + ".") + name + (isFunction ? "()" : "")
    }
}
