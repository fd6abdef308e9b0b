import SwiftSyntax

/// Reads a protocol with everything it inherits.
struct MockReader {
    let catalog: Catalog
    let options: MockOptions
    private let site: ProtocolSite

    /// A protocol that the fake conforms to, in the order in which its requirements are written.
    private struct Parent {
        var site: ProtocolSite
        var actor: String?
    }

    private init(_ site: ProtocolSite, catalog: Catalog, options: MockOptions) {
        self.site = site
        self.catalog = catalog
        self.options = options
    }

    /// Returns the fake of a protocol, or every reason why there can't be one.
    static func read(
        _ site: ProtocolSite,
        catalog: Catalog,
        options: MockOptions
    ) -> Result<MockedProtocol, MockProblems> {
        var reader = MockReader(site, catalog: catalog, options: options)
        return reader.read()
    }

    private var problems: [GenerateProblem] = []
    private var parents: [Parent] = []
    private var standard: Set<String> = []

    private mutating func report(_ node: some SyntaxProtocol, in path: String, _ reason: String) {
        let message = "no fake of \(site.qualifiedName): \(reason)"
        problems.append(GenerateProblem(path: path, line: node.line(in: path), message: message))
    }

    private mutating func read() -> Result<MockedProtocol, MockProblems> {
        checkProtocol()
        var seen: Set<String> = []
        collect(site, &seen)
        let associated = AssociatedTypes(parents.map(\.site))
        for problem in associated.problems { report(problem.node, in: problem.path, problem.reason) }
        let actor = parents.last?.actor ?? parents.reversed().compactMap(\.actor).first
        let isShared = actor == nil && catalog.impliesSendable(site.name)
        let name = "Mock" + site.qualifiedName.split(separator: ".").map { Catalog.bare(String($0)) }.joined()
        let parameters = associated.names
        let types = MockTypes(
            catalog: catalog,
            selfType: parameters.isEmpty ? name : "\(name)<\(parameters.joined(separator: ", "))>",
            associated: Set(parameters),
            isShared: isShared
        )
        let members = members(types, actor: actor)
        guard problems.isEmpty else { return .failure(MockProblems(problems: problems)) }
        return .success(
            MockedProtocol(
                protocolName: site.qualifiedName,
                outer: site.outer.isEmpty ? nil : site.outer.joined(separator: "."),
                name: name,
                path: site.path,
                access: options.access?.rawValue ?? access,
                attributes: availability,
                conditions: site.conditions,
                imports: site.imports,
                isolation: isolation(actor),
                genericParameters: associated.parameters(isShared: isShared),
                genericRequirements: associated.requirements,
                aliases: associated.aliases,
                members: members,
                standardConformances: standard
            )
        )
    }

    // MARK: - The protocol itself

    private mutating func checkProtocol() {
        let modifiers = site.decl.modifiers.map(\.name.text)
        if let word = modifiers.first(where: { ["private", "fileprivate"].contains($0) }) {
            report(site.decl, in: site.path, "it is `\(word)`, so that no other file can conform to it")
        }
        for attribute in site.decl.attributes {
            guard let attribute = attribute.as(AttributeSyntax.self) else {
                report(attribute, in: site.path, "its attributes depend on `#if`")
                continue
            }
            let name = attribute.attributeName.trimmedDescription
            if name == "objc" { report(site.decl, in: site.path, "it is an Objective-C protocol") }
            if name == "available", attribute.arguments?.trimmedDescription.contains("unavailable") == true {
                report(site.decl, in: site.path, "it is unavailable")
            }
        }
    }

    private var access: String {
        let words = site.decl.modifiers.map(\.name.text)
        return words.first { ["public", "package"].contains($0) } ?? "internal"
    }

    /// The availability of the fake: that of its protocol and of all requirements.
    private var availability: [String] {
        var texts: [String] = []
        func add(_ attributes: AttributeListSyntax, deprecationToo: Bool) {
            for case .attribute(let attribute) in attributes {
                guard attribute.attributeName.trimmedDescription == "available" else { continue }
                let text = attribute.trimmedDescription
                let isDeprecation = text.contains("deprecated") || text.contains("renamed")
                if !texts.contains(text), deprecationToo || !isDeprecation { texts.append(text) }
            }
        }
        add(site.decl.attributes, deprecationToo: true)
        for parent in parents {
            for member in parent.site.decl.memberBlock.members {
                if let attributes = member.decl.asProtocol((any WithAttributesSyntax).self)?.attributes {
                    add(attributes, deprecationToo: false)
                }
            }
        }
        return texts
    }

    private func isolation(_ actor: String?) -> String? {
        if let actor { return actor }
        let isSaid = site.decl.modifiers.contains { $0.name.text == "nonisolated" }
        return options.isMainActorDefault || isSaid ? "nonisolated" : nil
    }

    private func actor(of site: ProtocolSite) -> String? {
        if let own = site.decl.attributes.names.first(where: catalog.globalActors.contains) { return "@\(own)" }
        let isNonisolated = site.decl.modifiers.contains { $0.name.text == "nonisolated" }
        return options.isMainActorDefault && !isNonisolated ? "@MainActor" : nil
    }

    // MARK: - What it inherits

    private mutating func collect(_ site: ProtocolSite, _ seen: inout Set<String>) {
        guard seen.insert(site.qualifiedName).inserted else { return }
        for inherited in site.decl.inheritanceClause?.inheritedTypes ?? [] {
            let names = MemberReader.bounds(
                inherited.type.as(AttributedTypeSyntax.self)?.baseType ?? inherited.type
            )
            for name in names { inherit(name, inherited, in: site, &seen) }
        }
        parents.append(Parent(site: site, actor: actor(of: site)))
    }

    private mutating func inherit(
        _ name: String,
        _ node: InheritedTypeSyntax,
        in child: ProtocolSite,
        _ seen: inout Set<String>
    ) {
        let bare = Catalog.bare(name)
        if let parent = catalog.site(name.split(separator: "<").first.map(String.init) ?? name) {
            collect(parent, &seen)
            return
        }
        switch bare {
        case "Sendable", "SendableMetatype", "AnyObject", "class", "Error", "~Copyable", "~Escapable": break
        case "Equatable", "Hashable", "Identifiable": standard.insert(bare)
        case "Actor", "AnyActor", "DistributedActor":
            report(node, in: child.path, "only an actor can conform to it")
        default:
            let reason =
                catalog.types[bare] != nil
                ? "it requires the class `\(bare)`" : "it inherits from `\(name)`, which the sources don't declare"
            report(node, in: child.path, reason)
        }
    }

    // MARK: - Requirements

    private mutating func members(_ types: MockTypes, actor: String?) -> [MockedMember] {
        var names = MemberNames(parents.flatMap { $0.site.requirementNames })
        var members: [MockedMember] = []
        var seen: Set<String> = []
        // The protocol's own requirements come first.
        for parent in parents.reversed() {
            var reader = MemberReader(
                types: types,
                path: parent.site.path,
                fakeActor: actor,
                siteActor: parent.actor,
                names: names
            )
            for (conditions, item) in parent.site.decl.memberBlock.members.flattened {
                let key = conditions.joined() + item.trimmedDescription
                guard seen.insert(key).inserted else { continue }
                do throws(Unmockable) {
                    guard var member = try reader.member(item) else { continue }
                    member.conditions = conditions
                    try Self.checkConditional(member, item, parent.site.path)
                    members.append(member)
                } catch {
                    let subject = item.requirementName.map { "`\($0)`: " } ?? ""
                    report(error.node, in: error.path, subject + error.reason)
                }
            }
            names = reader.names
        }
        return members
    }

    private static func checkConditional(
        _ member: MockedMember,
        _ item: DeclSyntax,
        _ path: String
    ) throws(Unmockable) {
        guard !member.conditions.isEmpty, member.recorders.contains(where: { $0.emptyValue == nil }) else { return }
        let reason = "it stands in `#if` and returns what a fake can't invent; an initialiser can't hold `#if`"
        throw Unmockable(node: Syntax(item), path: path, reason: reason)
    }
}

/// Every reason why a protocol has no fake.
struct MockProblems: Error {
    var problems: [GenerateProblem]
}

extension MemberReader {
    /// Reads a requirement; returns nil for a declaration that requires nothing of a fake.
    mutating func member(_ decl: DeclSyntax) throws(Unmockable) -> MockedMember? {
        switch decl.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): return try method(node)
        case .variableDecl(let node): return try property(node)
        case .subscriptDecl(let node): return try subscripted(node)
        case .associatedTypeDecl, .typeAliasDecl, .missingDecl: return nil
        case .initializerDecl(let node):
            let reason = "it is an initialiser, which can't take the values that a fake needs"
            throw Unmockable(node: Syntax(node), path: path, reason: reason)
        default: throw Unmockable(node: Syntax(decl), path: path, reason: "it is no method, property or subscript")
        }
    }
}

extension ProtocolSite {
    /// The base names of all requirements, with repetitions.
    fileprivate var requirementNames: [String] {
        decl.memberBlock.members.flattened.compactMap { $0.decl.requirementName }
    }
}

extension DeclSyntax {
    /// The base name of a requirement.
    fileprivate var requirementName: String? {
        switch self.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): node.name.bareName
        case .variableDecl(let node): node.bindings.first?.pattern.trimmedDescription.filter { $0 != "`" }
        case .subscriptDecl: "subscript"
        case .initializerDecl: "init"
        default: nil
        }
    }
}

extension MemberBlockItemListSyntax {
    /// All declarations, with the conditions of the `#if`s around each.
    fileprivate var flattened: [(conditions: [String], decl: DeclSyntax)] {
        flatMap { item -> [(conditions: [String], decl: DeclSyntax)] in
            guard let config = item.decl.as(IfConfigDeclSyntax.self) else { return [([], item.decl)] }
            return config.branches.flatMap { branch -> [(conditions: [String], decl: DeclSyntax)] in
                guard case .decls(let members)? = branch.elements else { return [] }
                return members.flattened.map { ([branch.condition] + $0.conditions, $0.decl) }
            }
        }
    }
}
