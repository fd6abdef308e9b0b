import SeamKit
import SwiftSyntax

/// Gathers the uses of a singleton: each caller gets one computed property, and its uses go through it.
final class Gatherer {
    let singleton: Singleton
    let options: Cut.Options
    private var failures: [CutPlan.Failure] = []
    var callers: [CutPlan.Caller] = []
    private var gathered: [CutPlan.Caller] = []
    let index: TypeIndex
    private let globals: Set<String>
    var rows: [CutPlan.Row]
    /// The protocol that callers see the instance through; nil for its type.
    var choice: ProtocolChoice?
    /// The files that get an import, with the module's name.
    var imported: Set<String> = []
    /// What `--style` adds to the tree.
    var carriers = Carriers()
    private var services: [String: Result<Service, Refusal>] = [:]
    /// The properties that callers get, in the order of their files.
    var properties: [PlannedProperty] = []
    /// What types store for passed instances.
    var storages: [StorageKey: Result<Storage, Injector.ObstacleFound>] = [:]
    /// The names that closures of the file at hand have to capture.
    private var captures = Captures()
    /// The accessors by the names of the properties that types get for them; static ones apart.
    private var names: [String: [String: String]] = [:]
    /// The static functions that get parameters.
    var takers: [SyntaxIdentifier: (taker: FunctionTaker, parameters: [FunctionTaker.Parameter])] = [:]
    /// The files in which a type uses the singleton, by its name; not those of tests.
    let filesOfCallers: [String: Set<String>]
    /// The last names of these types.
    let namesOfCallers: Set<String>
    /// The number of uses that the slice has room for.
    var budget: Int

    /// - Parameters:
    ///   - uses: the uses of the singleton, in the map's order.
    ///   - globals: the names of globals, which a property would hide.
    init(uses: [Use], index: TypeIndex, globals: Set<String>, singleton: Singleton, options: Cut.Options) {
        self.singleton = singleton
        self.options = options
        self.index = index
        self.globals = globals
        rows = uses.map { CutPlan.Row(use: $0, outcome: .outside) }
        filesOfCallers = Dictionary(grouping: uses.filter { !$0.isTest }, by: \.enclosingType).mapValues {
            Set($0.map(\.file))
        }
        namesOfCallers = Set(filesOfCallers.keys.compactMap { $0.split(separator: ".").last.map(String.init) })
        budget = options.slice.maxUses ?? .max
    }

    convenience init(map: CodeMap, index: TypeIndex, singleton: Singleton, options: Cut.Options) {
        self.init(
            uses: map.uses.filter { $0.singleton == singleton.id },
            index: index,
            globals: Self.globals(of: map),
            singleton: singleton,
            options: options
        )
    }

    /// Returns the names of a map's globals.
    static func globals(of map: CodeMap) -> Set<String> {
        Set(map.singletons.filter { $0.shape == .global || $0.shape == .world }.flatMap { $0.accessors.map(\.name) })
    }

    func plan() -> CutPlan {
        let (byFile, heldByFile) = rowsByFile()
        let paths = byFile.keys.sorted()
        let usual = usualNames(paths)
        var files: [(file: ParsedFile, candidates: [Candidate])] = []
        for path in paths {
            guard let file = index.file(path) else {
                leave(byFile[path] ?? [], .changed)
                continue
            }
            if let obstacle = file.obstacle {
                leave(byFile[path] ?? [], obstacle)
                continue
            }
            files.append((file, (byFile[path] ?? []).compactMap { candidate($0, in: file) }))
        }
        var problem: ProtocolPlan?
        if let name = options.protocolName {
            do throws(ProtocolPlanner.Problem) {
                choice = try choice(name, files)
            } catch {
                problem = ProtocolPlan(name: name, problem: error.text)
                for (_, candidates) in files { leave(candidates.map(\.row), .member) }
                files = []
            }
        }
        var edited: [String: (file: ParsedFile, edits: [TextEdit])] = [:]
        for (file, candidates) in files {
            var edits = edits(candidates, in: file, usual: usual)
            if options.stage == .inject {
                edits += self.edits((heldByFile[file.path] ?? []).compactMap { staticRead($0, in: file) }, in: file)
            }
            edits += captures.edits
            captures = Captures()
            if !edits.isEmpty { edited[file.path] = (file, edits) }
        }
        for (file, edits) in propertyEdits() + functionEdits() {
            edited[file.path, default: (file, [])].edits += edits
        }
        var changes = edited.values.map { FileChange(path: $0.file.path, bytes: $0.file.bytes, edits: $0.edits) }
        if let choice, !changes.isEmpty { changes += choice.changes }
        changes = addingCarriers(to: changes).sorted { $0.path < $1.path }
        return CutPlan(
            singleton: singleton,
            stage: options.stage,
            rows: rows,
            callers: callers,
            gathered: gathered,
            failures: failures,
            changes: changes,
            abstraction: choice?.plan ?? problem,
            style: options.style,
            carriers: plannedCarriers
        )
    }

    /// Returns the uses that may be rewritten, and those that something holds, by their files. Leaves all others.
    private func rowsByFile() -> (direct: [String: [Int]], held: [String: [Int]]) {
        var direct: [String: [Int]] = [:]
        var held: [String: [Int]] = [:]
        for (row, value) in rows.enumerated() {
            if value.use.isObjectiveC {
                rows[row].outcome = .left(.objectiveC)
            } else if value.use.isTest {
                rows[row].outcome = .left(.test)
            } else if value.use.path != .direct {
                rows[row].outcome = .left(.held)
                if value.use.certainty == .resolved { held[value.use.file, default: []].append(row) }
            } else if value.use.certainty == .byName {
                rows[row].outcome = .left(.byName)
            } else {
                direct[value.use.file, default: []].append(row)
            }
        }
        return (direct, held)
    }

    func leave(_ indices: [Int], _ reason: Reason) {
        for row in indices { rows[row].outcome = .left(reason) }
    }

    func service(_ accessor: Singleton.Accessor) -> Result<Service, Refusal> {
        if let known = services[accessor.name] { return known }
        let service = ServiceReader(index: index, singleton: singleton).service(accessor)
        services[accessor.name] = service
        return service
    }

    /// Returns what a use accesses, or why no caller in its file can have a property for it.
    private func service(of site: Site, in file: ParsedFile) -> Result<Service, Refusal> {
        service(site.accessor).flatMap { service in
            // It may be another type of the name.
            if index.unread.declares(AccessorNames.last(service.typeName)) { return .failure(Refusal(reason: .unread)) }
            // The protocol, and what conforms to it, would have to be limited too.
            if options.protocolName != nil, !service.availability.isUnlimited { return .failure(.availability) }
            let module = index.missing(typeOf: service, in: file)
            let isSeen = module.map { index.isSeen($0, from: index.module(ofFile: file.path)) } ?? true
            return isSeen && !hasTwin(service, in: file) ? .success(service) : .failure(.type)
        }
    }

    private func candidate(_ row: Int, in file: ParsedFile) -> Candidate? {
        let use = rows[row].use
        guard let site = Site(use, of: singleton, in: file) else {
            leave([row], Site.reason(use, of: singleton, in: file))
            return nil
        }
        if options.roots.contains(site.owner, in: file) {
            leave([row], .root)
            return nil
        }
        if index.mayConcernUnread(site.owner) {
            leave([row], .unread)
            return nil
        }
        let service: Service
        switch self.service(of: site, in: file) {
        case .success(let found): service = found
        case .failure(let refusal):
            leave([row], refusal.reason)
            return nil
        }
        let access = site.access.trimmedDescription
        let property = site.memberDecl.flatMap(PropertyText.init)
        let isGathered = property?.isGathered(access: access, service: service)
        let place = site.owner.map { $0.isLocal ? $0.node.position.utf8Offset : 0 } ?? 0
        let group = Group(
            owner: site.owner.map { callerName($0, in: file) } ?? "",
            place: place,
            accessor: site.accessor.name,
            isStatic: site.isStatic || site.owner?.kind == .file
        )
        if let decl = site.memberDecl, isGathered == true {
            guard options.stage == .inject, !site.isStatic, !PropertyText.isInjected(decl) else {
                leave([row], .held)
                return nil
            }
            return Candidate(row: row, site: site, service: service, reading: nil, group: group)
        }
        let reading: Reading
        let rule = SiteRule(index: index, singleton: singleton, allowsStatic: true, isInView: isInView(site, in: file))
        switch rule.reading(use, site, service, in: file) {
        case .success(let found): reading = found
        case .failure(let refusal):
            leave([row], refusal.reason)
            return nil
        }
        var candidate = Candidate(row: row, site: site, service: service, reading: reading, group: group)
        if case .throughType = reading { candidate.group.isStatic = true }
        if let reason = candidate.staticReason {
            candidate.holding = HoldingRule(index: index, file: file).holding(site, service, insteadOf: reason)
        }
        return candidate
    }

    // MARK: Edits

    private func edits(_ candidates: [Candidate], in file: ParsedFile, usual: [String: String]) -> [TextEdit] {
        let names = PropertyName(
            index: index,
            singleton: singleton,
            wanted: options.name,
            usual: usual,
            globals: globals
        )
        var edits: [TextEdit] = []
        for group in Self.groups(candidates) {
            let (owner, accessor) = (group.first.group.owner, group.first.group.accessor)
            // An instance member and a static one may have the same name, two accessors may not.
            let key = group.first.group.isStatic ? "static \(owner)" : owner
            let others = self.names[key, default: [:]].filter { $0.value != accessor }
            guard let property = property(of: group, names, besides: Set(others.keys), in: file),
                let chosen = chosen(fitting(group.members, property, in: file), property.name, in: file),
                let changes = self.edits(chosen, of: group, property, in: file)
            else { continue }
            self.names[key, default: [:]][property.name] = accessor
            edits += changes
        }
        return edits
    }

    /// The property of a caller through which its uses go.
    struct Property {
        var place: PropertyPlace
        var name: String
    }

    /// Returns the property for a caller's uses. Leaves the uses and returns nil if there is no place or name for it.
    private func property(
        of group: Members,
        _ names: PropertyName,
        besides added: Set<String>,
        in file: ParsedFile
    ) -> Property? {
        let service = group.first.service
        let place: PropertyPlace
        do throws(Refusal) {
            place = try PropertyPlace(of: group, index: index, in: file)
        } catch {
            leave(group.members.map(\.row), error.reason)
            return nil
        }
        guard
            let name = place.existing ?? place.twin
                ?? names.free(for: service, owner: place.owner, in: file, besides: added)
        else {
            leave(group.members.map(\.row), .name)
            return nil
        }
        return Property(place: place, name: name)
    }

    /// Returns those of a caller's uses that belong to the slice; nil if there are none, or if the caller has to wait.
    private func chosen(_ members: [Candidate], _ property: String, in file: ParsedFile) -> [Candidate]? {
        let chosen = members.filter { options.slice.contains(rows[$0.row].use) }
        guard let first = chosen.first, chosen.count <= budget else { return nil }
        let id = CutPlan.Caller.ID(file: file.path, name: first.group.owner, property: property)
        guard let message = options.excluding[id] else { return chosen }
        // It keeps its share of the budget, so that no caller comes in that wasn't tried.
        budget -= chosen.count
        leave(chosen.map(\.row), .verify)
        failures.append(CutPlan.Failure(caller: id, uses: chosen.count, message: message))
        return nil
    }

    /// Returns the edits of one caller. Leaves its uses and returns nil if they go through the property already.
    private func edits(
        _ chosen: [Candidate],
        of group: Members,
        _ property: Property,
        in file: ParsedFile
    ) -> [TextEdit]? {
        let (place, name, service) = (property.place, property.name, group.first.service)
        let injection = injection(group, place, service, name, in: file)
        let isUpgradeOnly = chosen.allSatisfy { $0.reading == nil }
        if isUpgradeOnly, injection == nil || place.declaration.map(PropertyText.isInjected) == true {
            leave(chosen.map(\.row), .held)
            let caller = callers.removeLast()
            if caller.obstacle != nil { gathered.append(caller) }
            return nil
        }
        budget -= chosen.count
        callers[callers.count - 1].uses = chosen.count
        properties.append(PlannedProperty(property: property, service: service, injection: injection, file: file))
        let held = held(chosen, place, service, name, in: file)
        var edits: [TextEdit] = []
        for candidate in chosen {
            let holding = held[candidate.row]
            let reason = holding == nil ? candidate.staticReason : nil
            rows[candidate.row].outcome = .rewritten(property: name, static: reason)
            guard let reading = candidate.reading else { continue }
            let new = reading.expression(for: name, of: candidate.site.owner?.simpleName ?? "Self")
            if let holding {
                edits.append(edit(candidate.site.access, new, holding))
            } else {
                edits.append(edit(candidate.site.access, new, capturing: new, in: reading.closure))
            }
        }
        return edits
    }

    /// Returns how the caller receives an instance; nil if it can't, or already does.
    private func injection(
        _ members: Members,
        _ place: PropertyPlace,
        _ service: Service,
        _ name: String,
        in file: ParsedFile
    ) -> Injection? {
        let group = members.first.group
        callers.append(CutPlan.Caller(name: group.owner, file: file.path, property: name, uses: 0, obstacle: nil))
        guard options.stage == .inject, place.declaration.map(PropertyText.isInjected) != true else { return nil }
        guard !group.isStatic else {
            callers[callers.count - 1].obstacle = .staticProperty
            return nil
        }
        guard place.attributes.isEmpty else {
            callers[callers.count - 1].obstacle = .limited
            return nil
        }
        if place.declaration != nil, choice != nil, !isAbstract(place, in: file) {
            callers[callers.count - 1].obstacle = .members
            return nil
        }
        let result: Result<Injection, Injector.ObstacleFound>
        if let styled = styled(
            members,
            place,
            choice?.service ?? service,
            name,
            filesOfCallers[group.owner, default: []].count > 1,
            in: file
        ) {
            result = styled
        } else {
            result = storage(for: place.owner, access: place.access, service, name, in: file)
        }
        switch result {
        case .success(let injection): return injection
        case .failure(let found):
            callers[callers.count - 1].obstacle = found.obstacle
            return nil
        }
    }

    /// Returns the edit that puts an expression in the place of a use, and lets the closure around it capture a name.
    func edit(
        _ access: ExprSyntax,
        _ expression: String,
        capturing name: String,
        in closure: ClosureExprSyntax?
    ) -> TextEdit {
        if let closure { captures.add(name, to: closure) }
        return TextEdit(
            offset: access.positionAfterSkippingLeadingTrivia.utf8Offset,
            old: access.trimmedDescription,
            new: expression
        )
    }
}
