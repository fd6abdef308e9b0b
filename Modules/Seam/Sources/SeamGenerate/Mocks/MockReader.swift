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

    private init(_ site: Declaration, catalog: Catalog, options: MockOptions, prefix: String) {
        self.prefix = prefix
        self.site = site
        self.catalog = catalog
        self.options = options
    }

    /// Returns the fake of a protocol, or every reason why there can't be one.
    static func read(
        _ site: Declaration,
        catalog: Catalog,
        options: MockOptions,
        prefix: String
    ) -> Result<MockedProtocol, MockProblems> {
        var reader = MockReader(site, catalog: catalog, options: options, prefix: prefix)
        return reader.read()
    }

    private var problems: [GenerateProblem] = []
    private var parents: [Parent] = []
    private var standard: Set<String> = []

    private mutating func report(_ refusal: Refusal) {
        problems.append(refusal.problem("no fake of \(site.qualifiedName): \(refusal.reason)"))
    }

    private mutating func report(_ declaration: Declaration, _ reason: String, at offset: Int? = nil) {
        report(Refusal(declaration, reason, at: offset))
    }

    private mutating func read() -> Result<MockedProtocol, MockProblems> {
        checkProtocol()
        var seen: Set<String> = []
        collect(site, &seen)
        let associated = AssociatedTypes(parents.map(\.site))
        associated.problems.forEach { report($0) }
        let actor = parents.last?.actor ?? parents.reversed().compactMap(\.actor).first
        let isShared =
            actor == nil && catalog.impliesSendable(TypeStructure(named: site.name), from: Catalog.scope(of: site))
        let outer = site.outer
        let name = "Mock" + (Catalog.scope(of: site) + [site.name]).joined()
        let parameters = associated.names
        let types = MockTypes(
            catalog: catalog,
            selfType: .named(.init(name, arguments: parameters.map { TypeStructure(named: $0) })),
            associated: Set(parameters),
            isShared: isShared,
            outside: Catalog.scope(of: site),
            scope: Catalog.scope(of: site)
        )
        let members = members(types, actor: actor)
        guard problems.isEmpty else { return .failure(MockProblems(problems: problems)) }
        return .success(
            MockedProtocol(
                protocolName: site.qualifiedName,
                outer: outer.isEmpty ? nil : outer.joined(separator: "."),
                name: name,
                path: site.document.path,
                line: site.line,
                access: options.access?.rawValue ?? access,
                attributes: availability,
                conditions: site.conditions,
                imports: site.document.imports.map(\.text),
                isolation: isolation(actor),
                genericParameters: associated.parameters(isShared: isShared),
                genericRequirements: associated.requirements,
                aliases: associated.aliases,
                members: members,
                prefix: prefix,
                standardConformances: standard
            )
        )
    }

    // MARK: - The protocol itself

    private mutating func checkProtocol() {
        if let word = site.access, word.isPrivate {
            report(site, "it is `\(word.rawValue)`, so that no other file can conform to it")
        }
        for attribute in site.attributes {
            if attribute.isConditional { report(site, "its attributes depend on `#if`", at: attribute.offset) }
            if attribute.name == "objc" { report(site, "it is an Objective-C protocol") }
            if attribute.isAvailability, attribute.arguments.contains("unavailable") {
                report(site, "it is unavailable")
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

    private func isolation(_ actor: Declaration.Isolation?) -> String? {
        if let actor { return actor.text }
        return options.isMainActorDefault || site.hasModifier("nonisolated") ? "nonisolated" : nil
    }

    private func actor(of site: Declaration) -> Declaration.Isolation? {
        switch site.isolation(among: catalog.actors) {
        case .actor(let name)?: .actor(name)
        case .nonisolated?: nil
        case nil: options.isMainActorDefault ? .actor("MainActor") : nil
        }
    }

    // MARK: - What it inherits

    private mutating func collect(_ site: Declaration, _ seen: inout Set<String>) {
        guard seen.insert(site.qualifiedName).inserted else { return }
        for inherited in site.inherited { inherit(inherited.type, at: inherited.offset, in: site, &seen) }
        for case .conformance(let left, let right) in site.genericRequirements where left.simpleName == "Self" {
            right.composed.forEach { inherit($0, at: site.offset, in: site, &seen) }
        }
        parents.append(Parent(site: site, actor: actor(of: site)))
    }

    private mutating func inherit(
        _ type: TypeStructure,
        at offset: Int,
        in child: Declaration,
        _ seen: inout Set<String>
    ) {
        let scope = Catalog.scope(of: child)
        let found = catalog.declaration(of: type, from: scope)
        if let found, found.isProtocol { return collect(found.declaration, &seen) }
        switch type.standardName ?? type.text {
        case "Sendable", "SendableMetatype", "AnyObject", "class", "Error", "~Copyable", "~Escapable", "Any": break
        case "Equatable", "Hashable", "Identifiable": standard.insert(type.standardName ?? "")
        case "Actor", "AnyActor", "DistributedActor": report(child, "only an actor can conform to it", at: offset)
        case let name:
            let meaning = catalog.resolved(type, from: scope).type
            if meaning != type, seen.insert("typealias " + name).inserted {
                // A composition, or a type that the sources don't declare.
                return meaning.composed.forEach { inherit($0, at: offset, in: child, &seen) }
            }
            let reason =
                found != nil
                ? "it requires the class `\(name)`" : "it inherits from `\(type.text)`, which the sources don't declare"
            report(child, reason, at: offset)
        }
    }

    // MARK: - Requirements

    private mutating func members(_ types: MockTypes, actor: Declaration.Isolation?) -> [MockedMember] {
        let requirements = requirements()
        let names = MemberNames(requirements.map(\.declaration))
        var members: [MockedMember] = []
        for (parent, declaration, conditions) in requirements {
            var types = types
            types.scope = Catalog.scope(of: parent.site) + [parent.site.name]
            let reader = MemberReader(types: types, fakeActor: actor, siteActor: parent.actor, names: names)
            do throws(Refusal) {
                guard var member = try reader.member(declaration) else { continue }
                member.conditions = conditions
                try Self.checkConditional(member, declaration)
                members.append(member)
            } catch {
                let subject = declaration.requirementName.map { "`\($0)`: " } ?? ""
                problems.append(error.problem("no fake of \(site.qualifiedName): \(subject)\(error.reason)"))
            }
        }
        return members
    }

    /// The requirements, each once, with the `#if`s around it. The protocol's own come first.
    private func requirements() -> [(parent: Parent, declaration: Declaration, conditions: [String])] {
        var seen: Set<String> = []
        return parents.reversed().flatMap { parent in
            parent.site.members.flattened.compactMap { item in
                let conditions = Array(item.conditions.dropFirst(parent.site.conditions.count))
                guard item.kind != .associatedType, item.kind != .typeAlias else { return nil }
                return seen.insert(conditions.joined() + item.text).inserted ? (parent, item, conditions) : nil
            }
        }
    }

    private static func checkConditional(_ member: MockedMember, _ item: Declaration) throws(Refusal) {
        guard !member.conditions.isEmpty, member.recorders.contains(where: { $0.emptyValue == nil }) else { return }
        throw Refusal(
            item,
            "it stands in `#if` and returns what a fake can't invent; an initialiser can't hold `#if`"
        )
    }
}

/// Every reason why a protocol has no fake.
struct MockProblems: Error {
    var problems: [GenerateProblem]
}

extension Declaration {
    /// The base name of a requirement; nil for a declaration that isn't one.
    fileprivate var requirementName: String? {
        [.function, .property, .subscript, .initializer].contains(kind) ? name : nil
    }
}
