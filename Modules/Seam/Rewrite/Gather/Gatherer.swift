import SeamKit
import SwiftSyntax

/// Gathers the uses of a singleton: each caller gets one computed property, and its uses go through it.
final class Gatherer {
    /// A use that can be rewritten.
    private struct Candidate {
        var row: Int
        var site: Site
        var service: Service
        /// How the use reads the property; nil for the use in the caller's property itself.
        var reading: Reading?
        /// The caller: a type in a file, and the accessor it uses.
        var group: Group
    }

    private struct Group: Hashable {
        var owner: String
        /// A number that distinguishes types in functions.
        var place: Int
        var accessor: String
    }

    private let singleton: Singleton
    private let options: Cut.Options
    private var failures: [CutPlan.Failure] = []
    private var callers: [CutPlan.Caller] = []
    private let index: TypeIndex
    private let globals: Set<String>
    private var rows: [CutPlan.Row]
    private var services: [String: Result<Service, Refusal>] = [:]
    private var budget: Int

    init(map: CodeMap, root: String, singleton: Singleton, options: Cut.Options) {
        self.singleton = singleton
        self.options = options
        index = TypeIndex(root: root, map: map)
        rows = map.uses.filter { $0.singleton == singleton.id }.map { CutPlan.Row(use: $0, outcome: .outside) }
        globals = Set(
            map.singletons.filter { $0.shape == .global || $0.shape == .world }.flatMap { $0.accessors.map(\.name) }
        )
        budget = options.slice.maxUses ?? .max
    }

    func plan() -> CutPlan {
        var byFile: [String: [Int]] = [:]
        for (row, value) in rows.enumerated() {
            if value.use.isTest {
                rows[row].outcome = .left(.test)
            } else if value.use.certainty == .byName {
                rows[row].outcome = .left(.byName)
            } else if value.use.path != .direct {
                rows[row].outcome = .left(.held)
            } else {
                byFile[value.use.file, default: []].append(row)
            }
        }
        let paths = byFile.keys.sorted()
        let usual = usualNames(paths)
        var changes: [FileChange] = []
        for path in paths {
            guard let file = index.file(path) else {
                leave(byFile[path] ?? [], .changed)
                continue
            }
            guard !file.hasError else {
                leave(byFile[path] ?? [], .syntax)
                continue
            }
            let candidates = (byFile[path] ?? []).compactMap { candidate($0, in: file) }
            let edits = edits(candidates, in: file, usual: usual)
            if !edits.isEmpty { changes.append(FileChange(path: path, bytes: file.bytes, edits: edits)) }
        }
        return CutPlan(
            singleton: singleton,
            stage: options.stage,
            rows: rows,
            callers: callers,
            failures: failures,
            changes: changes
        )
    }

    private func leave(_ indices: [Int], _ reason: Reason) {
        for row in indices { rows[row].outcome = .left(reason) }
    }

    private func service(_ accessor: Singleton.Accessor) -> Result<Service, Refusal> {
        if let known = services[accessor.name] { return known }
        let service = ServiceReader(index: index, singleton: singleton).service(accessor)
        services[accessor.name] = service
        return service
    }

    private func candidate(_ row: Int, in file: ParsedFile) -> Candidate? {
        let use = rows[row].use
        guard let site = Site(use, of: singleton, in: file) else {
            leave([row], .spelling)
            return nil
        }
        if options.roots.contains(site.owner, in: file) {
            leave([row], .root)
            return nil
        }
        let service: Service
        switch self.service(site.accessor) {
        case .success(let found): service = found
        case .failure(let refusal):
            leave([row], refusal.reason)
            return nil
        }
        let access = site.access.trimmedDescription
        let isGathered = site.memberDecl.map {
            ExistingProperty.gathered($0, access: access, service: service) != nil
        }
        let place = site.owner.map { $0.isLocal ? $0.node.position.utf8Offset : 0 } ?? 0
        let group = Group(owner: site.owner?.name ?? "", place: place, accessor: site.accessor.name)
        if let decl = site.memberDecl, isGathered == true {
            guard options.stage == .inject, !ExistingProperty.isInjected(decl) else {
                leave([row], .held)
                return nil
            }
            return Candidate(row: row, site: site, service: service, reading: nil, group: group)
        }
        guard !site.isImplicit else {
            leave([row], .spelling)
            return nil
        }
        let reading: Reading
        switch SiteRule(index: index, singleton: singleton).reading(use, site, service, in: file) {
        case .success(let found): reading = found
        case .failure(let refusal):
            leave([row], refusal.reason)
            return nil
        }
        return Candidate(row: row, site: site, service: service, reading: reading, group: group)
    }

    /// Returns the name that most properties in these files have that hold the instance.
    private func usualNames(_ paths: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for accessor in singleton.accessors {
            guard case .success(let service) = service(accessor) else { continue }
            var counts: [String: Int] = [:]
            let access = "\(singleton.name).\(accessor.name)" + (accessor.isFunction ? "()" : "")
            for path in paths {
                guard let file = index.file(path), !file.hasError else { continue }
                for decl in file.owners.flatMap(\.memberDecls) {
                    let name =
                        ExistingProperty.holder(decl, access: access)
                        ?? ExistingProperty.gathered(decl, access: access, service: service)
                    if let name { counts[name, default: 0] += 1 }
                }
            }
            // A single property doesn't make a name usual.
            result[accessor.name] = counts.filter { $0.value > 1 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        return result
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
        var order: [Group] = []
        var groups: [Group: [Candidate]] = [:]
        for candidate in candidates {
            if groups[candidate.group] == nil { order.append(candidate.group) }
            groups[candidate.group, default: []].append(candidate)
        }
        var edits: [TextEdit] = []
        var added: [String: Set<String>] = [:]
        let accessors = Dictionary(grouping: order, by: \.owner).mapValues(\.count)
        for group in order {
            guard let members = groups[group], let first = members.first else { continue }
            guard let place = PropertyPlace(first.site, sites: members.map(\.site), service: first.service, in: file)
            else {
                leave(members.map(\.row), .constrained)
                continue
            }
            guard
                let name = place.existing
                    ?? names.free(
                        for: first.service,
                        owner: place.owner,
                        in: file,
                        besides: added[group.owner] ?? []
                    )
            else {
                leave(members.map(\.row), .name)
                continue
            }
            let chosen = members.filter { options.slice.contains(rows[$0.row].use) }
            guard !chosen.isEmpty, chosen.count <= budget else { continue }
            let id = CutPlan.Caller.ID(file: file.path, name: group.owner, property: name)
            if let message = options.excluding[id] {
                // It keeps its share of the budget, so that no caller comes in that wasn't tried.
                budget -= chosen.count
                leave(chosen.map(\.row), .verify)
                failures.append(CutPlan.Failure(caller: id, uses: chosen.count, message: message))
                continue
            }
            let injection = injection(
                group,
                place,
                first.service,
                name,
                isAlone: accessors[group.owner] == 1,
                in: file
            )
            let isUpgradeOnly = chosen.allSatisfy { $0.reading == nil }
            if isUpgradeOnly, injection == nil || place.declaration.map(ExistingProperty.isInjected) == true {
                leave(chosen.map(\.row), .held)
                callers.removeLast()
                continue
            }
            budget -= chosen.count
            added[group.owner, default: []].insert(name)
            let isolation = IsolationReader(index: index).isolation(of: place.owner, in: file)
            edits += place.edits(
                for: name,
                service: first.service,
                ownerIsolation: isolation,
                injection: injection
            )
            callers[callers.count - 1].uses = chosen.count
            var captured: Set<SyntaxIdentifier> = []
            for candidate in chosen {
                rows[candidate.row].outcome = .rewritten(property: name)
                edits += Self.edits(candidate, name, &captured)
            }
        }
        return edits
    }

    /// Returns how the caller receives an instance; nil if it can't, or already does.
    private func injection(
        _ group: Group,
        _ place: PropertyPlace,
        _ service: Service,
        _ name: String,
        isAlone: Bool,
        in file: ParsedFile
    ) -> Injection? {
        callers.append(CutPlan.Caller(name: group.owner, file: file.path, property: name, uses: 0, obstacle: nil))
        guard options.stage == .inject, place.declaration.map(ExistingProperty.isInjected) != true else { return nil }
        guard isAlone else {
            callers[callers.count - 1].obstacle = .accessors
            return nil
        }
        let files = Set(rows.filter { $0.use.enclosingType == group.owner && !$0.use.isTest }.map(\.use.file))
        let injector = Injector(
            index: index,
            singleton: singleton,
            service: service,
            owner: place.owner,
            file: file,
            property: name,
            isInSeveralFiles: files.count > 1
        )
        switch injector.injection() {
        case .success(let injection): return injection
        case .failure(let found):
            callers[callers.count - 1].obstacle = found.obstacle
            return nil
        }
    }

    private static func edits(
        _ candidate: Candidate,
        _ name: String,
        _ captured: inout Set<SyntaxIdentifier>
    ) -> [TextEdit] {
        let access = candidate.site.access
        let offset = access.positionAfterSkippingLeadingTrivia.utf8Offset
        let old = access.trimmedDescription
        switch candidate.reading {
        case nil: return []
        case .plain: return [TextEdit(offset: offset, old: old, new: name)]
        case .throughSelf: return [TextEdit(offset: offset, old: old, new: "self.\(name)")]
        case .captured(let closure):
            let use = TextEdit(offset: offset, old: old, new: name)
            guard captured.insert(closure.id).inserted, let capture = CaptureEdit.edit(closure, name) else {
                return [use]
            }
            return [use, capture]
        }
    }
}

/// Adds a name to the capture list of a closure.
enum CaptureEdit {
    /// Returns the edit; nil if the closure already captures the name.
    static func edit(_ closure: ClosureExprSyntax, _ name: String) -> TextEdit? {
        guard let signature = closure.signature else {
            let brace = closure.leftBrace
            let isSpaced =
                !brace.trailingTrivia.isEmpty
                || closure.statements.first?.leadingTrivia.isEmpty == false
            let end = brace.endPositionBeforeTrailingTrivia.utf8Offset
            return TextEdit(offset: end, old: "", new: " [\(name)] in" + (isSpaced ? "" : " "))
        }
        if let capture = signature.capture {
            if capture.items.contains(where: { $0.name.text == name }) { return nil }
            let offset = capture.rightSquare.positionAfterSkippingLeadingTrivia.utf8Offset
            return TextEdit(offset: offset, old: "", new: capture.items.isEmpty ? name : ", \(name)")
        }
        let next =
            signature.parameterClause.map { Syntax($0) } ?? signature.effectSpecifiers.map { Syntax($0) }
            ?? signature.returnClause.map { Syntax($0) } ?? Syntax(signature.inKeyword)
        return TextEdit(offset: next.positionAfterSkippingLeadingTrivia.utf8Offset, old: "", new: "[\(name)] ")
    }
}
