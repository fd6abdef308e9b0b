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

    /// The uses of one static property that get an instance that was passed, by their rows, and its name there.
    typealias Held = [Int: (holding: Holding, name: String)]

    /// Returns a use that goes through a static property of its type, where it could get an instance that was passed.
    func staticRead(_ row: Int, in file: ParsedFile) -> StaticRead? {
        let use = rows[row].use
        guard options.slice.contains(use), choice == nil, options.style == .initializer,
            let offset = file.offset(line: use.line, column: use.column),
            let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)),
            let (base, name, access) = Self.read(at: token), !Self.isFallback(access)
        else { return nil }
        for accessor in singleton.accessors {
            guard case .success(let service) = service(accessor) else { continue }
            let site = Site(around: access, accessor: accessor, in: file)
            guard let owner = site.owner, base == nil || base == owner.simpleName, base != nil || site.isStatic,
                !options.roots.contains(owner, in: file), !index.mayConcernUnread(owner),
                let property = parts(of: owner, in: file).lazy.flatMap(\.properties).first(where: {
                    $0.isStatic == (owner.kind != .file) && $0.name == name
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

    private func parts(of owner: OwnerDecl, in file: ParsedFile) -> [OwnerDecl] {
        owner.kind == .file ? owner.parts : file.owners.filter { $0.name == owner.name }
    }

    /// Returns the expression that reads a static property, `Type.name` or in static members `name`.
    private static func read(at token: TokenSyntax) -> (base: String?, name: String, access: ExprSyntax)? {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        if token.text.first?.isUppercase == true, let member = reference.parent?.as(MemberAccessExprSyntax.self),
            member.base?.id == reference.id
        {
            return (token.text, member.declName.baseName.text, ExprSyntax(member))
        }
        return (nil, token.text, ExprSyntax(reference))
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
    ) -> Held {
        guard options.stage == .inject, options.style == .initializer, choice == nil || isAbstract(place, in: file)
        else { return [:] }
        let holdings = chosen.compactMap { candidate in candidate.holding.map { (candidate.row, $0) } }
        let held = held(
            Dictionary(uniqueKeysWithValues: holdings),
            of: place.owner,
            access: place.access,
            service,
            name,
            in: file
        )
        guard !held.isEmpty else { return held }
        let count = held.count
        callers[callers.count - 1].uses -= count
        if callers[callers.count - 1].uses == 0 { callers.removeLast() }
        addCaller(callerName(place.owner, in: file), file.path, name, uses: count)
        return held
    }

    /// Returns a caller's name; functions that belong to no type have their file's, as in the map.
    func callerName(_ owner: OwnerDecl, in file: ParsedFile) -> String {
        owner.kind == .file ? file.name : owner.name
    }

    /// Adds a caller whose uses can get an instance that was passed.
    func addCaller(_ owner: String, _ path: String, _ property: String, uses: Int) {
        callers.append(CutPlan.Caller(name: owner, file: path, property: property, uses: uses, obstacle: nil))
    }

    /// Returns the uses of a static property that get an instance that was passed.
    func held(
        _ holdings: [Int: Holding],
        of owner: OwnerDecl,
        access: String,
        _ service: Service,
        _ name: String,
        in file: ParsedFile
    ) -> Held {
        var held: Held = [:]
        var stored: [Int: Holding] = [:]
        for (row, holding) in holdings.sorted(by: { $0.key < $1.key }) {
            guard case .function(let function) = holding else {
                stored[row] = holding
                continue
            }
            held[row] = taken(by: function, of: owner, service, name, in: file).map { (holding, $0) }
        }
        if !stored.isEmpty {
            let (key, found) = storageFound(for: owner, access: access, service, name, in: file)
            if case .success(var storage) = found {
                let injection = storage.injection
                for (row, holding) in stored {
                    if case .parameter(let initializer) = holding, !injection.takers.contains(initializer.id),
                        !initializer.signature.parameterClause.parameters.contains(where: {
                            $0.secondName?.text == injection.stored
                        })
                    {
                        continue
                    }
                    held[row] = (holding, injection.stored)
                    storage.isRead = true
                }
                storages[key] = .success(storage)
            }
        }
        return held
    }

    /// Returns the name of the parameter through which a static function accepts the instance; nil if it can't accept one.
    private func taken(
        by function: FunctionDeclSyntax,
        of owner: OwnerDecl,
        _ service: Service,
        _ name: String,
        in file: ParsedFile
    ) -> String? {
        let seen = choice?.service ?? service
        let injector = Injector(
            index: index,
            singleton: singleton,
            service: seen,
            owner: owner,
            file: file,
            property: name,
            typeAccess: choice?.access
        )
        guard injector.instanceObstacle() == nil else { return nil }
        let parameter = FunctionTaker.Parameter(
            property: name,
            type: seen.optionalType,
            isTypePublic: injector.isTypePublic
        )
        var (taker, parameters) =
            takers[function.id] ?? (FunctionTaker(index: index, owner: owner, file: file, function: function), [])
        if taker.has(parameter) || parameters.contains(where: { $0.property == name }) { return parameter.name }
        guard taker.canTake(parameter) else { return nil }
        parameters.append(parameter)
        takers[function.id] = (taker, parameters)
        return parameter.name
    }

    /// Returns the edits for parameters of static functions.
    func functionEdits() -> [(file: ParsedFile, edits: [TextEdit])] {
        takers.values.sorted { $0.taker.function.position < $1.taker.function.position }.map { taker, parameters in
            (taker.file, taker.edits(parameters) ?? [])
        }
    }

    /// Returns the edits of uses that read a static property already, so that they first read an instance that was passed.
    func edits(_ reads: [StaticRead], in file: ParsedFile) -> [TextEdit] {
        var edits: [TextEdit] = []
        for reads in Dictionary(grouping: reads, by: { "\($0.owner.name) \($0.property)" })
            .sorted(by: { $0.key < $1.key }).map(\.value)
        {
            guard reads.count <= budget else { continue }
            let first = reads[0]
            let held = held(
                Dictionary(uniqueKeysWithValues: reads.map { ($0.row, $0.holding) }),
                of: first.owner,
                access: first.site.accessor.expression(in: singleton),
                first.service,
                first.property,
                in: file
            )
            guard !held.isEmpty else { continue }
            budget -= held.count
            for read in reads {
                guard let holding = held[read.row] else { continue }
                rows[read.row].outcome = .rewritten(property: first.property, static: nil)
                edits.append(edit(read.site.access, read.site.access.trimmedDescription, holding))
            }
            addCaller(callerName(first.owner, in: file), file.path, first.property, uses: held.count)
        }
        return edits
    }

    /// Returns the edit that lets a use read what was passed first, and then the static property.
    func edit(_ access: ExprSyntax, _ fallback: String, _ held: (holding: Holding, name: String)) -> TextEdit {
        edit(access, "(\(held.name) ?? \(fallback))", capturing: held.name, in: held.holding.closure)
    }
}
