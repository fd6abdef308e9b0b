import SeamKit
import SwiftSyntax

/// Plans the last step: the accessor goes, the root makes the instance, and each test function makes its own.
///
/// All or nothing: as long as anything else uses the accessor, nothing is edited, and the plan has what is left.
///
/// Reasons: docs/adr/threading-and-retiring.md.
final class Retirement {
    /// Where an instance is made: a function, or a type that stores it.
    private enum Home {
        case function(CodeBlockItemListSyntax)
        case type(OwnerDecl)
    }

    private struct Use {
        var row: Int
        var site: Site
        var file: ParsedFile
        var reading: Reading
    }

    private let map: CodeMap
    private let singleton: Singleton
    private let options: Cut.Options
    private let index: TypeIndex
    private var rows: [CutPlan.Row]
    private var names: [AccessorName] = []
    private var homes: [String: (home: Home, file: ParsedFile, uses: [Use])] = [:]

    init(map: CodeMap, index: TypeIndex, singleton: Singleton, options: Cut.Options) {
        self.map = map
        self.singleton = singleton
        self.options = options
        self.index = index
        rows = map.uses.filter { $0.singleton == singleton.id }.map { CutPlan.Row(use: $0, outcome: .outside) }
    }

    func plan() -> CutPlan {
        for (row, value) in rows.enumerated() where options.slice.contains(value.use) {
            if let reason = reason(of: value.use, row) { rows[row].outcome = .left(reason) }
        }
        let accessors = options.slice.accessors(of: singleton)
        names = accessors.flatMap { AccessorNames(of: $0, singleton, map: map, index: index).all() }
        if rows.contains(where: { $0.outcome != .outside && $0.outcome != .left(.held) }) { return nothing(.root) }
        if names.contains(where: { !$0.isNote }) { return nothing(.named) }
        guard homes.values.count(where: { !index.isTest($0.file.path) }) <= 1 else { return nothing(.roots) }
        // A test sees what is internal in the module that it tests.
        let uses = homes.values.flatMap(\.uses).map { rows[$0.row].use }.filter { !$0.isTest }
        guard accessors.count == 1,
            let decl = AccessorDecl(accessors[0], of: singleton, index: index, users: Set(uses.map(\.file)))
        else { return nothing(.making) }
        var edits = [decl.file.path: decl.edits]
        var callers: [CutPlan.Caller] = []
        for key in homes.keys.sorted() {
            guard let (home, file, uses) = homes[key], let first = uses.first else { continue }
            guard let name = name(for: home, first.site, in: first.file) else { return nothing(.name) }
            edits[file.path, default: []] += making("\(name)\(decl.value)", name, home, uses, in: file)
            for use in uses { rows[use.row].outcome = .rewritten(property: name) }
            callers.append(
                CutPlan.Caller(
                    name: first.site.owner.flatMap { $0.kind == .file ? nil : $0.name } ?? file.name,
                    file: file.path,
                    property: name,
                    uses: uses.count,
                    obstacle: nil
                )
            )
        }
        return plan(edits, callers)
    }

    /// A plan without edits: the uses that could go stay for a reason.
    private func nothing(_ reason: Reason) -> CutPlan {
        for row in homes.values.flatMap(\.uses).map(\.row) { rows[row].outcome = .left(reason) }
        return plan([:], [])
    }

    private func plan(_ edits: [String: [TextEdit]], _ callers: [CutPlan.Caller]) -> CutPlan {
        let changes = edits.keys.sorted().compactMap { path in
            index.file(path).map { FileChange(path: path, bytes: $0.bytes, edits: edits[path] ?? []) }
        }
        return CutPlan(
            singleton: singleton,
            stage: .retire,
            rows: rows,
            callers: callers,
            names: names,
            changes: changes
        )
    }

    // MARK: Uses

    /// Why a use stays; nil if it can go, where its instance can be made is noted then.
    private func reason(of use: SeamKit.Use, _ row: Int) -> Reason? {
        if use.isObjectiveC { return .objectiveC }
        if use.path != .direct { return .held }
        if use.certainty == .byName { return .byName }
        guard let file = index.file(use.file) else { return .changed }
        if let obstacle = file.obstacle { return obstacle }
        guard let site = Site(use, of: singleton, in: file) else { return .spelling }
        guard use.isTest || options.roots.contains(site.owner, in: file) else {
            if site.owner?.name == singleton.name { return .own }
            return site.reasonOutside
        }
        guard !site.isImplicit else { return .spelling }
        let reader = ServiceReader(index: index, singleton: singleton)
        guard case .success(var service) = reader.service(site.accessor) else { return .type }
        if service.isMutable || !service.isStored { return .replaced }
        if !Availability(of: site.access).covers(service.availability) { return .availability }
        if !service.isQuiet, !options.isEarlyAllowed, !use.isTest { return .order }
        if let function = function(around: site, isTest: use.isTest, in: file) {
            guard !site.isConditional, !site.isInMacro else { return site.isInMacro ? .macro : .conditional }
            // A constant is captured as it is, whenever a closure runs.
            guard site.closures.isEmpty || service.isSendable else { return .sending }
            add("\(file.path) \(function.position.utf8Offset)", .function(function), row, site, file, .plain)
            return nil
        }
        if use.isTest { return .test }
        service.isQuiet = true
        let rule = SiteRule(index: index, singleton: singleton)
        switch rule.reading(use, site, service, in: file) {
        case .success(let reading):
            guard let owner = site.owner, owner.kind != .extension, owner.kind != .enum else { return .staticMember }
            guard index.isMadeOnce(owner) else { return .roots }
            add(owner.name, .type(owner), row, site, file, reading)
            return nil
        // No property can have the instance for the statements of a file.
        case .failure(let refusal): return refusal.reason == .noCaller ? .making : refusal.reason
        }
    }

    private func add(_ key: String, _ home: Home, _ row: Int, _ site: Site, _ file: ParsedFile, _ reading: Reading) {
        let use = Use(row: row, site: site, file: file, reading: reading)
        homes[key, default: (home, file, [])].uses.append(use)
    }

    /// The body of a function that runs once, or of a test, which is to have an instance of its own. The statements of `main.swift`
    /// are one, too.
    private func function(around site: Site, isTest: Bool, in file: ParsedFile) -> CodeBlockItemListSyntax? {
        if file.name == "main.swift", !isTest, site.isInStatement { return file.tree.statements }
        guard site.localFunctions.isEmpty, let decl = site.memberDecl?.as(FunctionDeclSyntax.self) else { return nil }
        let isStatic = decl.modifiers.contains { $0.name.text == "static" }
        guard isTest || isStatic && decl.name.text == "main" else { return nil }
        return decl.body?.statements
    }

    // MARK: Edits

    private func name(for home: Home, _ site: Site, in file: ParsedFile) -> String? {
        guard case .success(let service) = ServiceReader(index: index, singleton: singleton).service(site.accessor)
        else {
            return nil
        }
        let names = PropertyName(index: index, singleton: singleton, wanted: options.name, usual: [:], globals: [])
        let owner = site.owner ?? OwnerDecl(file: file.tree.statements)
        return names.free(for: service, owner: owner) { name in
            switch home {
            case .function(let statements) where statements.id == file.tree.statements.id:
                file.hasName(name) || isCalled(name, besides: file)
            case .function: site.memberDecl.map { file.hasName(name, in: Syntax($0)) } == true
            case .type(let owner):
                index.declarations(of: owner.name).contains { $0.file.hasName(name, in: $0.owner.node) }
            }
        }
    }

    /// Returns whether another file of the module calls a function of this name: a variable of `main.swift` would hide that of a module.
    private func isCalled(_ name: String, besides main: ParsedFile) -> Bool {
        let paths = index.paths(saying: name).filter {
            $0 != main.path && index.module(ofFile: $0) == index.module(ofFile: main.path)
        }
        return paths.compactMap(index.file).flatMap { $0.tokens(name) }.contains { token in
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
            return reference.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == reference.id
        }
    }

    private func making(
        _ value: String,
        _ name: String,
        _ home: Home,
        _ uses: [Use],
        in file: ParsedFile
    ) -> [TextEdit] {
        var edits: [TextEdit] = []
        switch home {
        case .type(let owner):
            edits.append(MemberInsertion(owner: owner, file: file).edit(["private let \(value)"]))
        case .function(let statements):
            let places = uses.map { $0.site.access.positionAfterSkippingLeadingTrivia }
            let first = statements.first { item in places.contains { item.range.contains($0) } }
            guard let offset = first?.positionAfterSkippingLeadingTrivia.utf8Offset else { return [] }
            let indent = file.indent(of: offset)
            let isOnOwnLine = file.lineStart(of: offset) + indent.utf8.count == offset
            let gap = isOnOwnLine ? file.newline + indent : "; "
            edits.append(TextEdit(offset: offset, old: "", new: "let \(value)\(gap)"))
        }
        var captures = Captures()
        for use in uses {
            let access = use.site.access
            if case .captured(let closure) = use.reading { captures.add(name, to: closure) }
            let new = use.reading.expression(for: name)
            let offset = access.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(TextEdit(offset: offset, old: access.trimmedDescription, new: new))
        }
        return edits + captures.edits
    }
}
