import SeamKit

/// Reads a protocol with everything it inherits.
struct MockReader {
    let catalog: Catalog
    let options: MockOptions
    private let site: Declaration
    private let prefix: String

    /// A protocol that the fake conforms to, in the order in which its requirements are written.
    private struct Parent {
        var site: Declaration
        var actor: Declaration.Isolation?
    }

    private init(site: Declaration, catalog: Catalog, options: MockOptions, prefix: String) {
        self.prefix = prefix
        self.site = site
        self.catalog = catalog
        self.options = options
    }

    /// Returns the fake of a protocol, and every reason why there is none or why it lacks something.
    static func read(
        _ site: Declaration,
        catalog: Catalog,
        options: MockOptions,
        prefix: String
    ) -> (mock: MockedProtocol?, problems: [GenerateProblem]) {
        var reader = MockReader(site: site, catalog: catalog, options: options, prefix: prefix)
        return reader.read()
    }

    private var problems: [GenerateProblem] = []
    /// What a fake lacks.
    private var gaps: [Refusal] = []
    private var parents: [Parent] = []
    private var standard: Set<String> = []
    private var isActor = false
    private var superclass: String?
    /// Whether `Identifiable` requires the `id` of a protocol, too. It belongs to no actor.
    private var hasFreeIdentity = false

    private mutating func report(_ refusal: Refusal) {
        problems.append(refusal.problem("no fake of \(site.qualifiedName): \(refusal.reason)"))
    }

    private mutating func report(_ declaration: Declaration, because reason: String, at offset: Int? = nil) {
        report(Refusal(declaration, reason, at: offset))
    }

    private var name: String { "Mock" + (Catalog.scope(of: site) + [site.name]).joined() }

    private mutating func read() -> (mock: MockedProtocol?, problems: [GenerateProblem]) {
        checkProtocol()
        var seen: Set<String> = []
        collect(site, seen: &seen)
        dropIdentity()
        dropInherited()
        let associated = AssociatedTypes(sites: parents.map(\.site))
        let actor = isActor ? nil : parents.last?.actor ?? parents.reversed().compactMap(\.actor).first
        let isShared =
            isActor
            || actor == nil && catalog.impliesSendable(TypeStructure(named: site.name), from: Catalog.scope(of: site))
        // Conformances of what leaves the actor may not be isolated to it.
        let isPassed = isShared || actor.map { leaves($0) && associated.areConstrained } ?? false
        let outer = site.outer
        let parameters = associated.names
        var types = MockTypes(
            catalog: catalog,
            selfType: .named(.init(name, arguments: parameters.map { TypeStructure(named: $0.escaped) })),
            associated: Set(parameters),
            isShared: isShared,
            isSelfSendable: isShared,
            areParametersSendable: isPassed,
            outside: Catalog.scope(of: site),
            scope: Catalog.scope(of: site)
        )
        types.fixed = Dictionary(associated.aliases.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        let members = members(types: types, actor: actor)
        guard problems.isEmpty else { return (nil, problems) }
        let isWhole = gaps.isEmpty
        let mock = MockedProtocol(
            kind: isActor ? (isWhole ? .actor : .openActor) : isWhole ? .finalClass : .openClass,
            superclass: superclass,
            protocolName: site.qualifiedName,
            outer: outer.isEmpty ? nil : outer.joined(separator: "."),
            name: name,
            path: site.document.path,
            line: site.line,
            access: options.access?.rawValue ?? access,
            attributes: availability,
            conditions: site.conditions,
            imports: site.document.imports.map(\.text),
            isolation: isolation(of: actor),
            isShared: isShared,
            genericParameters: associated.parameters(isShared: isPassed),
            genericRequirements: associated.requirements,
            aliases: associated.aliases.map { ($0.name.escaped, $0.type.text) },
            members: members,
            prefix: prefix,
            isMainActorDefault: options.isMainActorDefault,
            standardConformances: standard
        )
        return (mock, gaps.map { $0.problem("\(name) \(completion(with: parameters)): \($0.reason)") })
    }

    /// What a person does about a fake that lacks something.
    private func completion(with parameters: [String]) -> String {
        let fake = (site.outer + [name]).joined(separator: ".")
        if isActor { return "doesn't conform yet; add what is missing in `extension \(fake): \(site.qualifiedName)`" }
        let arguments = parameters.isEmpty ? "" : "<\(parameters.map(\.escaped).joined(separator: ", "))>"
        let shared = catalog.impliesSendable(TypeStructure(named: site.name), from: Catalog.scope(of: site))
        let ending = shared ? ", @unchecked Sendable" : ""
        return "is an open class; add what is missing in "
            + "`final class Fake\(site.name)\(arguments): \(fake)\(arguments), \(site.qualifiedName)\(ending)`"
    }

    // MARK: - The protocol itself

    private mutating func checkProtocol() {
        if let privacy = catalog.privacy(of: site) {
            report(site, because: "\(privacy), so that no other file can conform to it")
        }
        for attribute in site.attributes {
            if attribute.isConditional { report(site, because: "its attributes depend on `#if`", at: attribute.offset) }
            if attribute.name == "objc" { report(site, because: "it is an Objective-C protocol") }
            if attribute.isAvailability, attribute.arguments.contains("unavailable") {
                report(site, because: "it is unavailable")
            }
        }
    }

    private var access: String {
        site.access.flatMap { [.public, .package].contains($0) ? $0.rawValue : nil } ?? "internal"
    }

    /// The availability of the fake: that of its protocol, and the platforms that requirements need.
    private var availability: [String] {
        var texts: [String] = []
        func add(_ declaration: Declaration, isOwn: Bool) {
            for attribute in declaration.attributes where attribute.isAvailability {
                // What is said of the use of one requirement isn't said of the fake.
                let isOfUse = ["deprecated", "renamed", "noasync"].contains { attribute.arguments.contains($0) }
                if !texts.contains(attribute.text), isOwn || !isOfUse { texts.append(attribute.text) }
            }
        }
        add(site, isOwn: true)
        for parent in parents { parent.site.members.forEach { add($0, isOwn: false) } }
        return texts
    }

    private func isolation(of actor: Declaration.Isolation?) -> String? {
        if let actor { return actor.text }
        if isActor { return nil }
        return options.isMainActorDefault || site.hasModifier("nonisolated") ? "nonisolated" : nil
    }

    /// Returns whether a requirement can be met outside of an actor.
    private func leaves(_ actor: Declaration.Isolation) -> Bool {
        parents.contains { parent in
            parent.site.members.flattened.contains { member in
                guard [.function, .property, .subscript].contains(member.kind) else { return false }
                switch member.isolation(among: catalog.actors) {
                case .nonisolated?: return true
                case let said: return (said ?? parent.actor) != actor
                }
            }
        }
    }

    private func actor(of site: Declaration) -> Declaration.Isolation? {
        switch site.isolation(among: catalog.actors) {
        case .actor(let name)?: .actor(name)
        case .nonisolated?: nil
        // The standard library's own module has no such default.
        case nil:
            options.isMainActorDefault && site.document.path != StandardProtocols.path ? .actor("MainActor") : nil
        }
    }

    // MARK: - What it inherits

    private mutating func collect(_ site: Declaration, seen: inout Set<String>) {
        guard seen.insert(site.qualifiedName).inserted else { return }
        for inherited in site.inherited { inherit(inherited.type, at: inherited.offset, in: site, seen: &seen) }
        for case .conformance(let left, let right) in site.genericRequirements where left.simpleName == "Self" {
            right.composed.forEach { inherit($0, at: site.offset, in: site, seen: &seen) }
        }
        parents.append(Parent(site: site, actor: actor(of: site)))
    }

    private mutating func inherit(
        _ type: TypeStructure,
        at offset: Int,
        in child: Declaration,
        seen: inout Set<String>
    ) {
        let scope = Catalog.scope(of: child)
        let found = catalog.declaration(of: type, from: scope)
        if let found, found.isProtocol { return collect(found.declaration, seen: &seen) }
        switch type.standardName ?? type.text {
        case "Sendable", "SendableMetatype", "AnyObject", "class", "Error", "~Copyable", "~Escapable", "Any": break
        // Every requirement has a default.
        case "LocalizedError", "CustomNSError", "Observable", "ObservableObject": break
        case "Equatable", "Hashable", "CustomReflectable", "TextOutputStreamable":
            standard.insert(type.standardName ?? "")
        case "Actor", "AnyActor": isActor = true
        case "NSObjectProtocol" where found == nil, "NSObject" where found == nil: superclass = "NSObject"
        case "DistributedActor": report(child, because: "only a distributed actor can conform to it", at: offset)
        case let name:
            if found == nil, let known = StandardProtocols.declaration(named: name) {
                return collect(known, seen: &seen)
            }
            let meaning = catalog.resolved(type, from: scope).type
            if meaning != type, seen.insert("typealias " + name).inserted {
                // A composition, or a type that the sources don't declare.
                return meaning.composed.forEach { inherit($0, at: offset, in: child, seen: &seen) }
            }
            if found != nil { return report(child, because: "it requires the class `\(name)`", at: offset) }
            let reason = "it inherits from `\(type.text)`, which the sources don't declare (`--context` may name where)"
            gaps.append(Refusal(child, reason, at: offset))
        }
    }

    /// Leaves out `Identifiable` if the identity of the object is enough: if no protocol says anything of `ID`.
    private mutating func dropIdentity() {
        let isSaid = parents.contains { parent in
            let requirements = ([parent.site] + parent.site.members).flatMap(\.genericRequirements)
            return requirements.contains { $0.text.contains(/\bID\b/) }
                || parent.site.inherited.contains { $0.type.isStandard("Identifiable") && !$0.type.arguments.isEmpty }
        }
        let hasOwn = parents.contains { parent in
            parent.site.document.path != StandardProtocols.path
                && parent.site.members.flattened.contains { $0.kind == .property && $0.name == "id" }
        }
        guard !isSaid || hasOwn else { return }
        let count = parents.count
        parents.removeAll { $0.site.document.path == StandardProtocols.path && $0.site.name == "Identifiable" }
        hasFreeIdentity = parents.count < count
    }

    /// Returns whether a protocol inherits from `Actor`.
    private func isActor(_ site: Declaration) -> Bool {
        var seen: Set<String> = []
        func inherits(_ site: Declaration) -> Bool {
            guard seen.insert(site.qualifiedName).inserted else { return false }
            let scope = Catalog.scope(of: site)
            return site.inherited.flatMap { catalog.resolved($0.type, from: scope).type.composed }.contains { type in
                if type.isStandard("Actor") || type.isStandard("AnyActor") { return true }
                return catalog.declaration(of: type, from: scope).map { inherits($0.declaration) } ?? false
            }
        }
        return inherits(site)
    }

    /// Leaves out what `NSObject` has.
    private mutating func dropInherited() {
        guard superclass != nil else { return }
        standard = []
        let names = ["CustomStringConvertible", "CustomDebugStringConvertible"]
        parents.removeAll { $0.site.document.path == StandardProtocols.path && names.contains($0.site.name) }
    }

    // MARK: - Requirements

    private mutating func members(types: MockTypes, actor: Declaration.Isolation?) -> [MockedMember] {
        var requirements = Requirements(parents: parents.map(\.site), catalog: catalog, fixed: types.fixed)
        if superclass != nil { requirements.items.removeAll(where: \.isMetByObjects) }
        requirements.problems.forEach { report($0) }
        let names = MemberNames(of: requirements.items.map(\.declaration))
        let isCreatedByOthers = requirements.items.contains { $0.declaration.kind == .initializer }
        var found: [(member: MockedMember, declaration: Declaration)] = []
        for item in requirements.items {
            let parent = parents[item.parent]
            let declaration = item.declaration
            var types = types
            types.scope = Catalog.scope(of: parent.site) + [parent.site.name]
            let reader = MemberReader(
                types: types,
                fakeActor: actor,
                siteActor: isActor || hasFreeIdentity && declaration.name == "id" ? nil : parent.actor,
                names: names,
                isActor: isActor,
                isSiteActor: isActor(parent.site)
            )
            do throws(Refusal) {
                guard var member = try reader.member(for: declaration) else { continue }
                member.conditions = item.conditions
                // Nobody hands over a handler or value to them, and no initializer can hold `#if`.
                if member.isStatic || isCreatedByOthers || !member.conditions.isEmpty { member.leaveUnset() }
                found.append((member, declaration))
            } catch {
                leave(declaration, because: error)
            }
        }
        // What `Self` means is decided by the class that conforms.
        if !gaps.isEmpty, !isActor {
            for item in found where item.declaration.mentionsSelf {
                leave(
                    item.declaration,
                    because: Refusal(item.declaration, "it mentions `Self`, which is the class that conforms")
                )
            }
            found.removeAll { $0.declaration.mentionsSelf }
        }
        return found.map(\.member)
    }

    private mutating func leave(_ declaration: Declaration, because refusal: Refusal) {
        var refusal = declaration.document.path == StandardProtocols.path ? Refusal(site, refusal.reason) : refusal
        if let name = declaration.requirementName { refusal.reason = "`\(name)`: \(refusal.reason)" }
        gaps.append(refusal)
    }
}

extension MockedMember {
    /// Makes uses end the program where a fake can't invent what they need, until a test has said it.
    fileprivate mutating func leaveUnset() {
        for index in recorders.indices where recorders[index].emptyValue == nil { recorders[index].isUnset = true }
    }
}

extension Declaration {
    /// Whether the type that conforms stands in the declaration.
    fileprivate var mentionsSelf: Bool {
        let types = parameters.map(\.type) + bindings.compactMap(\.type) + (result.map { [$0] } ?? [])
        return types.contains { $0.resolvingSelf(nil).mentions(["Self"]) }
    }

    /// The base name of a requirement; nil for a declaration that isn't one.
    fileprivate var requirementName: String? {
        [.function, .property, .subscript, .initializer].contains(kind) ? name : nil
    }
}
