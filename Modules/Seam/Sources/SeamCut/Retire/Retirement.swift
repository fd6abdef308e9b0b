import SeamKit

/// Plans the last step: the accessor goes, the root makes the instance, and each test function makes its own.
///
/// All or nothing: as long as anything else uses the accessor, nothing is edited, and the plan has what is left.
///
/// Reasons: docs/adr/threading-and-retiring.md.
struct Retirement {
    private let request: CutRequest
    private var outcomes: [CutPlan.Outcome]
    private var homes: [String: RetiredHome] = [:]
    /// What the uses in the instance's own code read in place of the accessor, by their rows.
    private var own: [Int: (use: LocatedUse, name: String)] = [:]

    /// What the map says of a use.
    private static let ofMap: [Check<Use>] = [.objectiveC, .wrapper, .delegate, .held, .byName]
    /// Whether a root or a test has the use.
    private static let ofUser: [Check<RetiredUse>] = [.own, .noCaller, .staticMember, .uninjected]
    /// Whether an instance of its own can take the place of the accessor's.
    private static let ofInstance: [Check<RetiredUse>] = [
        .spelling, .replaced, .availability, .order, .macro, .conditional, .sending, .test,
    ]
    /// Whether the type of a root can store the instance.
    private static let ofType: [Check<RetiredUse>] = [.staticHome, .roots, .synthesis]
    /// Whether the accessor can go.
    private static let ofAccessor: [Check<RetiredAccessor>] = [.root, .api, .named, .roots, .making, .name]

    static func plan(_ request: CutRequest) -> CutPlan {
        let outcomes = Array(repeating: CutPlan.Outcome.outside, count: request.uses.count)
        var retirement = Retirement(request: request, outcomes: outcomes)
        return retirement.plan()
    }

    private mutating func plan() -> CutPlan {
        for (row, use) in request.uses.enumerated() where request.options.slice.contains(use) {
            switch home(of: row) {
            case .success(let home):
                if homes[home.key]?.reads.append(contentsOf: home.reads) == nil { homes[home.key] = home }
            case .failure(let reason) where own[row] == nil: outcomes[row] = .left(reason)
            case .failure: break
            }
        }
        let accessors = request.options.slice.accessors(of: request.singleton)
        let accessor = RetiredAccessor(
            request: request,
            homes: homes.keys.sorted().compactMap { homes[$0] },
            names: accessors.flatMap { AccessorNames(of: $0, in: request).all() },
            hasOtherUses: outcomes.contains { $0 != .outside && $0 != .left(.held) }
        )
        if let reason = request.reasons.first(of: Self.ofAccessor, for: accessor) {
            // The uses that could go stay.
            for row in accessor.homes.flatMap(\.reads).map(\.located.row) + own.keys { outcomes[row] = .left(reason) }
            return plan(of: accessor, edits: [:], callers: [])
        }
        guard let declaration = accessor.declaration else { return plan(of: accessor, edits: [:], callers: []) }
        var edits = [declaration.file.path: declaration.edits]
        for (row, (use, name)) in own.sorted(by: { $0.key < $1.key }) {
            edits[use.file.path, default: []].append(TextEdit(replacing: use.context.access, with: name))
            outcomes[row] = .rewritten(property: name)
        }
        var callers: [CutPlan.Caller] = []
        for home in accessor.homes {
            guard let name = home.name else { continue }
            edits[home.file.path, default: []] += home.edits(naming: name, making: declaration.value)
            for read in home.reads { outcomes[read.located.row] = .rewritten(property: name) }
            callers.append(
                CutPlan.Caller(
                    name: home.callerName,
                    file: home.file.path,
                    property: name,
                    uses: home.reads.count
                )
            )
        }
        return plan(of: accessor, edits: edits, callers: callers)
    }

    private func plan(
        of accessor: RetiredAccessor,
        edits: [String: [TextEdit]],
        callers: [CutPlan.Caller]
    ) -> CutPlan {
        let open = edits.isEmpty ? RetireOrder(map: request.map).messages(for: request.singleton) : []
        return CutPlan(
            singleton: request.singleton,
            stage: .retire,
            rows: zip(request.uses, outcomes).map { CutPlan.Row(use: $0, outcome: $1) },
            callers: callers,
            failures: open.map { use, message in
                let id = CutPlan.Caller.ID(file: use.file, name: request.singleton.name, property: use.enclosing)
                return CutPlan.Failure(caller: id, uses: 1, message: message)
            },
            names: accessor.names,
            changes: request.index.changes(for: edits)
        )
    }

    /// Returns where the instance of a use can be made, or why the use stays.
    private mutating func home(of row: Int) -> Result<RetiredHome, Reason> {
        if let reason = request.reasons.first(of: Self.ofMap, for: request.uses[row]) { return .failure(reason) }
        return Locator(request: request).locate(row, others: [.spelling]).flatMap { located in
            var use = RetiredUse(located: located)
            if let reason = request.reasons.first(of: Self.ofUser, for: use) {
                use.instance = try? request.instance(located.context.accessor).get()
                if reason == .own, let name = use.itself { own[row] = (located, name) }
                return .failure(reason)
            }
            guard case .success(let instance) = request.instance(located.context.accessor) else {
                return .failure(.type)
            }
            use.instance = instance
            if let reason = request.reasons.first(of: Self.ofInstance, for: use) { return .failure(reason) }
            if use.isInStaticValue {
                return .success(
                    home(.value(at: located.context.access.offset), of: use, for: instance, reading: .plain)
                )
            }
            if let function = use.function {
                return .success(home(.function(function), of: use, for: instance, reading: .plain))
            }
            return home(inTypeOf: use, for: instance)
        }
    }

    private func home(inTypeOf use: RetiredUse, for instance: InjectedType) -> Result<RetiredHome, Reason> {
        if use.property != nil, let owner = use.owner {
            if let reason = request.reasons.first(of: Self.ofType, for: use) { return .failure(reason) }
            return .success(home(.type(owner), of: use, for: instance, reading: .plain))
        }
        var quiet = instance
        quiet.creation = .quiet
        let access = Access(located: use.located, instance: quiet)
        switch Classifier(request: request).reading(access) {
        // No property can have the instance for the statements of a file.
        case .failure(let reason): return .failure(reason == .noCaller ? .making : reason)
        case .success(let found):
            if let reason = request.reasons.first(of: Self.ofType, for: use) { return .failure(reason) }
            guard let owner = use.owner else { return .failure(.unexplained) }
            return .success(home(.type(owner), of: use, for: instance, reading: found.reading))
        }
    }

    private func home(
        _ place: RetiredHome.Place,
        of use: RetiredUse,
        for instance: InjectedType,
        reading: Reading
    ) -> RetiredHome {
        let read = RetiredHome.Read(located: use.located, reading: reading)
        return RetiredHome(place: place, file: use.located.file, instance: instance, reads: [read])
    }
}
