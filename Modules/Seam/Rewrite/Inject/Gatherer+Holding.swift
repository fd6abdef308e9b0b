import SeamKit
import SwiftSyntax

extension Gatherer {
    /// A use that reads a static property already.
    struct StaticRead {
        var row: Int
        var site: Site
        var service: Service
        var holding: Holding
        var owner: OwnerDecl
        /// The name of the static property.
        var property: String
    }

    /// The uses of one static property that get an instance that was passed.
    struct Held {
        /// The stored property.
        var stored: String
        var holdings: [Int: Holding] = [:]
    }

    /// Returns a use that goes through a static property of its type, where it could get an instance that was passed.
    func staticRead(_ row: Int, in file: ParsedFile) -> StaticRead? {
        let use = rows[row].use
        guard options.slice.contains(use), choice == nil, options.style == .initializer,
            let offset = file.offset(line: use.line, column: use.column),
            let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)),
            let access = token.parent?.parent?.as(MemberAccessExprSyntax.self),
            access.base?.trimmedDescription == token.text, !Self.isFallback(ExprSyntax(access))
        else { return nil }
        for accessor in singleton.accessors {
            guard case .success(let service) = service(accessor) else { continue }
            let site = Site(around: ExprSyntax(access), accessor: accessor)
            guard let owner = site.owner, owner.simpleName == token.text, !options.roots.contains(owner, in: file),
                let property = file.owners.filter({ $0.name == owner.name }).lazy.flatMap(\.properties).first(where: {
                    $0.isStatic && $0.name == access.declName.baseName.text
                        && $0.isGathered(access: accessor.expression(in: singleton), service: service)
                }),
                case .failure(let refusal) = SiteRule(index: index, singleton: singleton)
                    .reading(use, site, service, in: file),
                let holding = HoldingRule(index: index, file: file).holding(site, service, insteadOf: refusal.reason)
            else { continue }
            return StaticRead(
                row: row,
                site: site,
                service: service,
                holding: holding,
                owner: owner,
                property: property.name
            )
        }
        return nil
    }

    private static func isFallback(_ access: ExprSyntax) -> Bool {
        guard let list = access.parent?.as(ExprListSyntax.self), let position = list.index(of: access),
            position != list.startIndex
        else { return false }
        return list[list.index(before: position)].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    }

    /// Returns those uses of a static property that get an instance that was passed, and counts them as a caller's.
    func held(
        _ chosen: [Candidate],
        _ place: PropertyPlace,
        _ service: Service,
        _ name: String,
        in file: ParsedFile
    ) -> Held? {
        guard options.stage == .inject, options.style == .initializer, choice == nil || isAbstract(place, in: file)
        else { return nil }
        let holdings = chosen.compactMap { candidate in candidate.holding.map { (candidate.row, $0) } }
        guard
            let held = held(
                Dictionary(uniqueKeysWithValues: holdings),
                of: place.owner,
                service.accessor,
                access: place.access,
                service,
                name,
                in: file
            )
        else { return nil }
        let count = held.holdings.count
        callers[callers.count - 1].uses -= count
        if callers[callers.count - 1].uses == 0 { callers.removeLast() }
        addCaller(place.owner.name, file.path, name, uses: count)
        return held
    }

    /// Adds a caller whose uses can get an instance that was passed.
    func addCaller(_ owner: String, _ path: String, _ property: String, uses: Int) {
        callers.append(CutPlan.Caller(name: owner, file: path, property: property, uses: uses, obstacle: nil))
    }

    /// Returns whether the slice has room for more uses, and takes it.
    func hasRoom(for count: Int) -> Bool {
        guard count <= budget else { return false }
        budget -= count
        return true
    }

    /// Returns the uses of a static property that get an instance that was passed; nil if the type can't have one.
    func held(
        _ holdings: [Int: Holding],
        of owner: OwnerDecl,
        _ accessor: Singleton.Accessor,
        access: String,
        _ service: Service,
        _ name: String,
        in file: ParsedFile
    ) -> Held? {
        guard !holdings.isEmpty else { return nil }
        let (key, found) = storageFound(for: owner, accessor, access: access, service, name, in: file)
        guard case .success(var storage) = found else { return nil }
        let injection = storage.injection
        var held = Held(stored: injection.stored)
        held.holdings = holdings.filter { _, holding in
            guard case .parameter(let initializer) = holding else { return true }
            return injection.takers.contains(initializer.id)
                || initializer.signature.parameterClause.parameters.contains { $0.secondName?.text == injection.stored }
        }
        guard !held.holdings.isEmpty else { return nil }
        storage.isRead = true
        storages[key] = .success(storage)
        return held
    }

    /// Returns the edits of uses that read a static property already, so that they first read an instance that was passed.
    func edits(_ reads: [StaticRead], in file: ParsedFile) -> [TextEdit] {
        var edits: [TextEdit] = []
        for reads in Dictionary(grouping: reads, by: { "\($0.owner.name) \($0.property)" })
            .sorted(by: { $0.key < $1.key }).map(\.value)
        {
            let first = reads[0]
            let held = held(
                Dictionary(uniqueKeysWithValues: reads.map { ($0.row, $0.holding) }),
                of: first.owner,
                first.site.accessor,
                access: first.site.accessor.expression(in: singleton),
                first.service,
                first.property,
                in: file
            )
            guard let held, hasRoom(for: held.holdings.count) else { continue }
            var captured: Set<SyntaxIdentifier> = []
            for read in reads {
                guard let holding = held.holdings[read.row] else { continue }
                rows[read.row].outcome = .rewritten(property: first.property, static: nil)
                edits += Self.edits(
                    read.site.access,
                    read.site.access.trimmedDescription,
                    held.stored,
                    holding,
                    &captured
                )
            }
            addCaller(first.owner.name, file.path, first.property, uses: held.holdings.count)
        }
        return edits
    }

    /// Returns the edits that let a use read what was passed first, and then the static property.
    static func edits(
        _ access: ExprSyntax,
        _ fallback: String,
        _ stored: String,
        _ holding: Holding,
        _ captured: inout Set<SyntaxIdentifier>
    ) -> [TextEdit] {
        let edit = TextEdit(
            offset: access.positionAfterSkippingLeadingTrivia.utf8Offset,
            old: access.trimmedDescription,
            new: "(\(stored) ?? \(fallback))"
        )
        guard case .captured(let closure) = holding, captured.insert(closure.id).inserted,
            let capture = CaptureEdit.edit(closure, stored)
        else { return [edit] }
        return [edit, capture]
    }
}
