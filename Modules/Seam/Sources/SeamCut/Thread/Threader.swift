import SeamKit
import SwiftSyntax

/// Plans how callers get their instance from whoever makes them, up to the roots, so that no fallback remains.
///
/// A caller is threaded only if every call that makes it can pass an instance. So the makers are followed first, then
/// failures spread to whatever they make, and only then edits are written. A plan is about one accessor: calls and initializers
/// have one place for a new argument.
///
/// Reasons: docs/adr/threading-and-retiring.md.
final class Threader {
    /// The accessor whose instance is passed on; nil for a singleton that has none.
    private let accessor: Singleton.Accessor?
    private let singleton: Singleton
    private let options: Cut.Options
    private let index: TypeIndex
    private var rows: [CutPlan.Row]
    private(set) var nodes: [String: ThreadNode] = [:]
    private(set) var order: [String] = []
    private var service: Service?
    /// What makes another instance that a constant of the type may hold.
    private lazy var otherInstance = service.flatMap { index.otherInstance(than: $0, of: singleton) }

    /// Returns the plan for the first accessor that can be passed on to anybody.
    static func plan(_ map: CodeMap, index: TypeIndex, singleton: Singleton, options: Cut.Options) -> CutPlan {
        let accessors = options.slice.accessors(of: singleton)
        let first = plan(map, index: index, singleton: singleton, accessor: accessors.first, options: options)
        if !first.changes.isEmpty { return first }
        let others = accessors.dropFirst().lazy.map {
            plan(map, index: index, singleton: singleton, accessor: $0, options: options)
        }
        return others.first { !$0.changes.isEmpty } ?? first
    }

    private static func plan(
        _ map: CodeMap,
        index: TypeIndex,
        singleton: Singleton,
        accessor: Singleton.Accessor?,
        options: Cut.Options
    ) -> CutPlan {
        Threader(map: map, index: index, singleton: singleton, accessor: accessor, options: options).plan()
    }

    private init(
        map: CodeMap,
        index: TypeIndex,
        singleton: Singleton,
        accessor: Singleton.Accessor?,
        options: Cut.Options
    ) {
        self.singleton = singleton
        self.accessor = accessor
        self.options = options
        self.index = index
        rows = map.uses.filter { $0.singleton == singleton.id }.map { CutPlan.Row(use: $0, outcome: .outside) }
    }

    private func plan() -> CutPlan {
        findCallers()
        var open = order
        while let name = open.popLast() {
            guard let node = nodes[name], let service else { continue }
            if case .holder = node.role { continue }
            let known = Set(order)
            findSites(node, service)
            open += order.filter { !known.contains($0) }
        }
        spread()
        return result()
    }

    // MARK: Callers

    private func findCallers() {
        let members = singleton.shape == .locator ? options.slice.members : nil
        for (row, value) in rows.enumerated() where members?.contains(value.use.member) ?? true {
            rows[row].outcome = .left(reason(of: value.use, row))
        }
        let types = Set(order.compactMap { nodes[$0]?.type })
        if types.count > 1 {
            let message = "callers take \(types.sorted().joined(separator: " and ")); choose some with --protocol"
            for name in order { nodes[name]?.fail(.form, message) }
        }
    }

    /// The accessor as callers of this type see it.
    private func service(_ service: Service, as type: String) -> Service {
        guard type != service.type, type.hasPrefix("any "), let found = index.type(String(type.dropFirst(4))) else {
            return service
        }
        var seen = service
        (seen.type, seen.isOwnType) = (type, false)
        if service.isolation == .nonisolated { seen.isSendable = found.owner.inherited.contains("Sendable") }
        return seen
    }

    /// Why a use stays as long as nothing else is found; notes the caller where it falls back to the accessor.
    private func reason(of use: Use, _ row: Int) -> Reason {
        if use.isObjectiveC { return .objectiveC }
        if use.isTest { return .test }
        if use.path != .direct { return .held }
        if use.certainty == .byName { return .byName }
        guard let file = index.file(use.file) else { return .changed }
        if let obstacle = file.obstacle { return obstacle }
        guard let site = Site(use, of: singleton, in: file) else { return Site.reason(use, of: singleton, in: file) }
        let reader = ServiceReader(index: index, singleton: singleton)
        guard case .success(let service) = reader.service(site.accessor) else { return .type }
        let access = site.access.trimmedDescription
        let isGathered = site.memberDecl.flatMap(PropertyText.init)?.isGathered(access: access, service: service)
        guard isGathered == true, let decl = site.memberDecl, PropertyText.isInjected(decl), let owner = site.owner
        else {
            if options.roots.contains(site.owner, in: file) { return .root }
            return site.reasonOutside
        }
        if options.roots.contains(owner, in: file) { return .root }
        if service.isMutable || !service.isStored { return .replaced }
        if !service.isQuiet, !options.isEarlyAllowed { return .order }
        guard service.accessor == accessor else { return .form }
        guard let caller = InjectedCaller(site, index: index, in: file), nodes[owner.name] == nil else { return .form }
        if let name = options.protocolName, caller.type != "any \(name)" { return .form }
        self.service = self.service(service, as: caller.type)
        let node = ThreadNode(owner: owner, file: file, property: caller.property, role: .caller(caller))
        node.rows = [row]
        node.isWanted = options.slice.contains(use)
        add(node)
        return .form
    }

    private func add(_ node: ThreadNode) {
        nodes[node.owner.name] = node
        order.append(node.owner.name)
        if let message = options.excluding[node.id] { node.fail(.verify, message) }
    }

    // MARK: Makers

    private func findSites(_ node: ThreadNode, _ service: Service) {
        let name = node.owner.simpleName
        let declared = index.declarations(of: name)
        guard declared.filter({ $0.owner.kind != .extension }).count == 1 else {
            return node.fail(.maker, "several types are called \(name)")
        }
        let initializers = declared.flatMap(\.owner.memberDecls).compactMap { $0.as(InitializerDeclSyntax.self) }
        let labels = initializers.map { $0.signature.parameterClause.parameters.map { $0.firstName.text } }
        for path in index.paths(saying: name) {
            guard let file = index.file(path) else { continue }
            let finder = ConstructionFinder(name, labels: labels.isEmpty ? [[]] : labels, index: index)
            finder.walk(file.tree)
            if let unclear = finder.unclear.first(where: { isAbout(node, $0, in: file) }) {
                let line = file.line(of: unclear.positionAfterSkippingLeadingTrivia.utf8Offset)
                return node.fail(.maker, "\(path):\(line): it isn't clear what this makes")
            }
            if let obstacle = file.obstacle, !finder.calls.isEmpty {
                let what = obstacle == .linked ? "is read through a link" : "has a syntax error"
                return node.fail(obstacle, "\(path) \(what)")
            }
            for call in finder.calls {
                let construction = Construction(file: file, call: call, isTest: index.isTest(path))
                guard let argument = construction.argument(node.property, initializers: initializers) else {
                    return node.fail(.maker, "\(construction.place): it isn't clear which initializer is called")
                }
                do throws(MakerRefusal) {
                    let source = try source(of: argument, at: construction, service, node.property)
                    node.sites.append(ThreadSite(construction: construction, argument: argument, source: source))
                } catch {
                    return node.fail(.maker, "\(construction.place): \(error.text)")
                }
            }
        }
        if node.sites.isEmpty { node.fail(.unmade, "nothing makes \(node.owner.name)") }
    }

    /// Whether an unclear mention may make the node's type: `Self` only in its own code.
    private func isAbout(_ node: ThreadNode, _ mention: Syntax, in file: ParsedFile) -> Bool {
        guard mention.trimmedDescription.hasPrefix("Self") else { return true }
        let position = mention.positionAfterSkippingLeadingTrivia
        let around = file.owners.last { $0.node.trimmedRange.contains(position) }
        return around?.name == node.owner.name
    }

    private struct MakerRefusal: Error { var text: String }

    private func source(
        of argument: Construction.Argument,
        at construction: Construction,
        _ service: Service,
        _ property: String
    ) throws(MakerRefusal) -> ThreadSite.Source {
        if case .passed(let value) = argument, !value.is(NilLiteralExprSyntax.self) { return .passed }
        let file = construction.file
        let site = Site(around: ExprSyntax(construction.call), accessor: service.accessor, in: file)
        if site.isConditional { throw MakerRefusal(text: "made in a branch of #if") }
        let isPreview = construction.isPreview(in: site.owner)
        if site.isInMacro, !isPreview { throw MakerRefusal(text: "made in a macro") }
        if construction.isTest || isPreview || options.roots.contains(site.owner, in: file) {
            return try accessor(site, service, in: file)
        }
        guard let owner = site.owner, owner.kind != .file else {
            throw MakerRefusal(text: "made in a free function")
        }
        let maker = try maker(owner, service, property)
        if maker.file.path != file.path { try share(maker) }
        let reading = try reading(site, owner, service, in: file)
        if reading.isNameAlone, site.binds(maker.property, in: file) {
            throw MakerRefusal(text: "where it is made, \(maker.property) is something else")
        }
        return .property(owner: maker.owner.name, reading)
    }

    /// Lets code in other files of a maker's type read its property, which is private until then.
    private func share(_ maker: ThreadNode) throws(MakerRefusal) {
        var isHidden = if case .holder(isPrivate: true) = maker.role { true } else { false }
        for (file, part) in index.declarations(of: maker.owner.name) where file.path != maker.file.path {
            isHidden = isHidden || file.hasName(maker.property, in: part.node)
        }
        if isHidden {
            throw MakerRefusal(text: "\(maker.property) is private to another file of \(maker.owner.name)")
        }
        maker.isShared = true
    }

    private func accessor(
        _ site: Site,
        _ service: Service,
        in file: ParsedFile
    ) throws(MakerRefusal) -> ThreadSite.Source {
        if let module = index.missing(service, of: singleton, in: file),
            !index.isSeen(module, from: index.module(ofFile: file.path))
        {
            throw MakerRefusal(text: "made in a module that doesn't depend on \(module)")
        }
        if service.isolation != .nonisolated {
            // Top-level code of `main.swift` is the main actor's.
            let own = site.owner.map { IsolationReader(index: index).isolation(of: $0, in: file) }
            let isOnActor = own.map { $0 == service.isolation } ?? (service.isolation == .actor("MainActor"))
            guard isOnActor, site.closures.isEmpty else {
                throw MakerRefusal(text: "the accessor belongs to another actor")
            }
        }
        return .accessor
    }

    /// The node of the type around a call, which has the instance or is to take it.
    private func maker(_ owner: OwnerDecl, _ service: Service, _ property: String) throws(MakerRefusal) -> ThreadNode {
        if let known = nodes[owner.name] { return known }
        guard owner.kind != .extension else {
            guard let type = index.type(owner.name), type.owner.name == owner.name else {
                throw MakerRefusal(text: "made in an extension of a type from elsewhere")
            }
            return try maker(type.owner, service, property)
        }
        guard let file = index.type(owner.name)?.file, owner.kind == .class || owner.kind == .actor else {
            throw MakerRefusal(text: "made in \(owner.name), which is no class or actor")
        }
        if let held = owner.constant(of: service.type) {
            if let place = otherInstance { throw MakerRefusal(text: "\(held.name) may be another instance: \(place)") }
            let role = ThreadNode.Role.holder(isPrivate: held.isPrivate)
            let node = ThreadNode(owner: owner, file: file, property: held.name, role: role)
            node.isReached = true
            add(node)
            return node
        }
        let names = PropertyName(
            index: index,
            singleton: singleton,
            wanted: nil,
            usual: [service.accessor.name: property],
            globals: []
        )
        // Whatever the type's own code says, in any file, keeps its meaning.
        let parts = index.declarations(of: owner.name)
        let free = names.free(for: service, owner: owner) { name in
            parts.contains { $0.file.hasName(name, in: $0.owner.node) }
        }
        guard let name = free else {
            throw MakerRefusal(text: "\(owner.name) uses the name \(property) already")
        }
        var injector = Injector(
            index: index,
            singleton: singleton,
            service: service,
            owner: owner,
            file: file,
            property: name
        )
        injector.form = .required
        switch injector.injection() {
        case .success(let injection):
            let node = ThreadNode(owner: owner, file: file, property: name, role: .carrier(injection))
            add(node)
            return node
        case .failure(let found):
            throw MakerRefusal(text: "\(owner.name) can't take an instance: \(found.obstacle.rawValue)")
        }
    }

    private func reading(
        _ site: Site,
        _ owner: OwnerDecl,
        _ service: Service,
        in file: ParsedFile
    ) throws(MakerRefusal) -> Reading {
        let function = site.localFunctions.first { !SelfFinder.find(in: $0) }
        if function != nil { throw MakerRefusal(text: "made in a local function") }
        switch site.member {
        case .none: throw MakerRefusal(text: "made outside of a type")
        case .staticMember: throw MakerRefusal(text: "made in a static member of \(owner.name)")
        case .value: throw MakerRefusal(text: "made in the initial value of a property of \(owner.name)")
        case .defaultArgument: throw MakerRefusal(text: "made in a default argument")
        case .initializer:
            // The parameter has the property's name.
            guard site.closures.isEmpty, site.localFunctions.isEmpty else {
                throw MakerRefusal(text: "made in a closure of an initializer")
            }
            return .plain
        case .body, .lazyValue: break
        }
        let rule = CaptureRule(
            site: site,
            file: file,
            members: index.inheritedNames(of: owner),
            isQuiet: true,
            isSendable: service.isSendable
        )
        switch rule.reading() {
        case .success(let reading): return reading
        case .failure(let refusal): throw MakerRefusal(text: refusal.reason.rawValue)
        }
    }

    // MARK: Result

    private func result() -> CutPlan {
        var edits: [String: [TextEdit]] = [:]
        var callers: [CutPlan.Caller] = []
        var failures: [CutPlan.Failure] = []
        for name in order.sorted() {
            guard let node = nodes[name] else { continue }
            if let failure = node.failure {
                for row in node.rows { rows[row].outcome = .left(failure.reason) }
                if !node.rows.isEmpty {
                    failures.append(
                        CutPlan.Failure(caller: node.id, uses: node.rows.count, message: failure.message)
                    )
                }
                continue
            }
            guard node.isWanted, let service else {
                for row in node.rows { rows[row].outcome = .outside }
                continue
            }
            for row in node.rows { rows[row].outcome = .rewritten(property: node.property) }
            let own = ThreadEdits(node: node, service: service, access: access(service))
            for (path, list) in own.edits(nodes) { edits[path, default: []] += list }
            if case .holder = node.role { continue }
            for file in own.files {
                guard let module = index.missing(service, of: singleton, in: file) else { continue }
                let name = service.accessor.expression(in: singleton).firstName
                let text = index.importText(of: module, naming: name, kind: nil, in: file)
                let edit = file.edit(importing: text)
                if !edits[file.path, default: []].contains(edit) { edits[file.path, default: []].insert(edit, at: 0) }
            }
            callers.append(
                CutPlan.Caller(
                    name: name,
                    file: node.file.path,
                    property: node.property,
                    uses: node.rows.count,
                    obstacle: nil
                )
            )
        }
        let changes = edits.keys.sorted().compactMap { path in
            index.file(path).map { FileChange(path: path, bytes: $0.bytes, edits: edits[path] ?? []) }
        }
        return CutPlan(
            singleton: singleton,
            stage: .thread,
            rows: rows,
            callers: callers.sorted { ($0.file, $0.name) < ($1.file, $1.name) },
            failures: failures,
            changes: changes
        )
    }

    /// The accessor as roots and tests write it.
    private func access(_ service: Service) -> String {
        for name in order {
            // Spelled out, so that the map sees it.
            if case .caller(let caller) = nodes[name]?.role {
                return (caller.fallback.hasPrefix(".") ? service.type : "") + caller.fallback
            }
        }
        return service.type + "." + service.accessor.name
    }
}
