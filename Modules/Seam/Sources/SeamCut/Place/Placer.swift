import SeamKit
import SwiftSyntax

/// The third stage: decides which caller gets which dependency, in which form and under which name.
///
/// Callers are placed in the order of their files, because names, the room in a slice and what types store depend on those
/// before.
struct Placer {
    private let request: CutRequest
    private let choice: ProtocolChoice?
    private let names: PropertyName
    private var placement: Placement
    private var storages: Storages
    private var functions: FunctionParameters
    /// The number of uses that the slice has room for.
    private var budget: Int
    /// The accessors by the names of the properties that types get for them; static ones apart.
    private var taken: [String: [String: String]] = [:]

    /// Whether a caller can take an instance at all.
    static let ofCaller: [Check<PlacedCaller>] = [.staticProperty, .limited, .members]

    private init(request: CutRequest, choice: ProtocolChoice?, names: PropertyName) {
        (self.request, self.choice, self.names) = (request, choice, names)
        placement = Placement(carriers: Carriers(request: request, choice: choice), choice: choice)
        storages = Storages(request: request, choice: choice)
        functions = FunctionParameters(request: request, choice: choice)
        budget = request.options.slice.maxUses ?? .max
    }

    /// Places the uses of files.
    static func place(
        _ files: [ClassifiedFile],
        of request: CutRequest,
        choice: ProtocolChoice?,
        names: PropertyName
    ) -> Placement {
        var placer = Placer(request: request, choice: choice, names: names)
        for file in files {
            for uses in CallerUses.grouped(file.candidates) { placer.place(uses, in: file.file) }
            placer.place(file.reads)
        }
        placer.placement.storages = placer.storages.written
        placer.placement.functions = placer.functions.all
        return placer.placement
    }

    // MARK: Callers

    private mutating func place(_ uses: CallerUses, in file: ParsedFile) {
        let (owner, accessor) = (uses.caller.name, uses.caller.accessor)
        // An instance member and a static one may have the same name, two accessors may not.
        let key = uses.caller.isStatic ? "static \(owner)" : owner
        let others = taken[key, default: [:]].filter { $0.value != accessor }
        guard let property = property(of: uses, besides: Set(others.keys), in: file),
            let chosen = chosen(fitting(uses.uses, through: property), of: uses.caller, through: property),
            let reads = reads(of: chosen, in: PlacedCaller(uses: uses, property: property, choice: choice))
        else { return }
        taken[key, default: [:]][property.name] = accessor
        placement.reads += reads
    }

    /// Returns the property for a caller's uses. Leaves the uses and returns nil if there is no place or name for it.
    private mutating func property(
        of uses: CallerUses,
        besides added: Set<String>,
        in file: ParsedFile
    ) -> CallerProperty? {
        let place: PropertyPlace
        do throws(Reason) {
            place = try PropertyPlace(for: uses, in: file, of: request)
        } catch {
            placement.leave(uses.uses, for: error)
            return nil
        }
        let name =
            place.existing ?? place.twin
            ?? names.free(for: uses.instance, in: place.owner, of: file, besides: added)
        let property = name.map { CallerProperty(place: place, name: $0, instance: uses.instance, file: file) }
        if let reason = request.reasons.first(of: [.name], for: property) { placement.leave(uses.uses, for: reason) }
        return property
    }

    /// Returns the uses that can go through the caller's property. Leaves the others.
    private mutating func fitting(_ candidates: [Candidate], through property: CallerProperty) -> [Candidate] {
        let choice = choice.flatMap { $0.covers(property.place, in: property.file) ? $0 : nil }
        let index = request.index
        return candidates.filter { candidate in
            let use = PlacedUse(candidate: candidate, property: property, choice: choice, index: index)
            if candidate.reading == nil { return choice?.isSeen(from: property.file, in: index) ?? true }
            guard let reason = request.reasons.first(of: [.name, .member], for: use) else { return true }
            // What another cut has is not for this protocol.
            if reason == .member, let wanted = request.options.slice.members,
                MemberUse(of: candidate.context.access) != nil, !wanted.contains(candidate.use.member)
            {
                return false
            }
            placement.leave([candidate], for: reason)
            return false
        }
    }

    /// Returns those of a caller's uses that belong to the slice; nil if there are none, or if the caller has to wait.
    private mutating func chosen(
        _ candidates: [Candidate],
        of caller: Candidate.Caller,
        through property: CallerProperty
    ) -> [Candidate]? {
        let chosen = candidates.filter { request.options.slice.contains($0.use) }
        guard !chosen.isEmpty, chosen.count <= budget else { return nil }
        let id = CutPlan.Caller.ID(file: property.file.path, name: caller.name, property: property.name)
        let wanted = ChosenCaller(id: id, options: request.options)
        guard let reason = request.reasons.first(of: [.verify], for: wanted) else { return chosen }
        // It keeps its share of the budget, so that no caller comes in that wasn't tried.
        budget -= chosen.count
        placement.leave(chosen, for: reason)
        placement.failures.append(CutPlan.Failure(caller: id, uses: chosen.count, message: wanted.message ?? ""))
        return nil
    }

    /// Returns what takes the place of a caller's uses. Leaves them and returns nil if they go through the property already.
    private mutating func reads(of chosen: [Candidate], in caller: PlacedCaller) -> [Placement.Read]? {
        let property = caller.property
        var planned = CutPlan.Caller(
            name: caller.uses.caller.name,
            file: property.file.path,
            property: property.name,
            uses: chosen.count
        )
        var injection: Injection?
        if request.options.stage == .inject, property.place.declaration.map(PropertyText.isInjected) != true {
            switch self.injection(of: caller) {
            case .success(let found): injection = found
            case .failure(let reason): planned.obstacle = reason
            }
        }
        let isUpgradeOnly = chosen.allSatisfy { $0.reading == nil }
        if isUpgradeOnly, injection == nil || property.place.declaration.map(PropertyText.isInjected) == true {
            placement.leave(chosen, for: .held)
            planned.uses = 0
            if planned.obstacle != nil { placement.gathered.append(planned) }
            return nil
        }
        budget -= chosen.count
        placement.properties.append(Placement.Property(property: property, injection: injection))
        let held = held(chosen, in: caller)
        planned.uses -= held.count
        if planned.uses > 0 { placement.callers.append(planned) }
        if !held.isEmpty { addCaller(property.dependency, uses: held.count) }
        return chosen.compactMap { candidate in
            let holding = held[candidate.row]
            let reason = holding == nil ? candidate.staticReason : nil
            placement.outcomes[candidate.row] = .rewritten(property: property.name, static: reason)
            guard let reading = candidate.reading else { return nil }
            let own = reading.expression(for: property.name, of: candidate.context.owner?.simpleName ?? "Self")
            let access = candidate.context.access
            if let holding { return holding.read(access, orElse: own, in: property.file) }
            let captured = reading.closure.map { (own, $0) }
            return Placement.Read(file: property.file, access: access, expression: own, captured: captured)
        }
    }

    /// Returns how the caller receives an instance, or why it can't.
    private mutating func injection(of caller: PlacedCaller) -> Result<Injection, Reason> {
        if let reason = request.reasons.first(of: Self.ofCaller, for: caller) { return .failure(reason) }
        return placement.carriers.injection(of: caller, in: &storages)
            ?? storages.injection(for: caller.property.dependency)
    }

    /// Adds a caller whose uses can get an instance that was passed.
    private mutating func addCaller(_ dependency: Dependency, uses: Int) {
        placement.callers.append(
            CutPlan.Caller(
                name: dependency.owner.callerName(in: dependency.file),
                file: dependency.file.path,
                property: dependency.name,
                uses: uses
            )
        )
    }

    // MARK: Static properties

    /// The uses that get an instance that was passed before they fall back to a static property, by their numbers.
    private typealias Held = [Int: HeldRead]

    /// Returns those uses of a static property that get an instance that was passed.
    private mutating func held(_ chosen: [Candidate], in caller: PlacedCaller) -> Held {
        guard request.options.stage == .inject, request.options.style == .initializer,
            choice == nil || caller.isAbstract
        else { return [:] }
        let holdings = chosen.compactMap { candidate in candidate.holding.map { (candidate.row, $0) } }
        return held(holdings, of: caller.property.dependency)
    }

    private mutating func held(_ holdings: [(row: Int, holding: Holding)], of dependency: Dependency) -> Held {
        var held: Held = [:]
        var stored: [(row: Int, holding: Holding)] = []
        for (row, holding) in holdings.sorted(by: { $0.row < $1.row }) {
            guard case .function(let function) = holding else {
                stored.append((row, holding))
                continue
            }
            held[row] = functions.name(of: dependency, takenBy: function).map { HeldRead(holding: holding, name: $0) }
        }
        guard !stored.isEmpty, let injection = storages.found(for: dependency) else { return held }
        for (row, holding) in stored where holding.reaches(injection) {
            held[row] = HeldRead(holding: holding, name: injection.stored)
            storages.noteRead(of: dependency)
        }
        return held
    }

    /// Places uses that read a static property already, so that they first read an instance that was passed.
    private mutating func place(_ reads: [StaticRead]) {
        let groups = Dictionary(grouping: reads) { "\($0.dependency.owner.name) \($0.dependency.name)" }
        for reads in groups.sorted(by: { $0.key < $1.key }).map(\.value) where reads.count <= budget {
            let dependency = reads[0].dependency
            let held = held(reads.map { ($0.row, $0.holding) }, of: dependency)
            guard !held.isEmpty else { continue }
            budget -= held.count
            for read in reads {
                guard let holding = held[read.row] else { continue }
                placement.outcomes[read.row] = .rewritten(property: dependency.name, static: nil)
                let own = read.access.trimmedDescription
                placement.reads.append(holding.read(read.access, orElse: own, in: dependency.file))
            }
            addCaller(dependency, uses: held.count)
        }
    }
}

/// How a use gets an instance that was passed, and its name there.
struct HeldRead {
    let holding: Holding
    let name: String

    /// Returns what reads the instance that was passed first, and then the static property.
    func read(_ access: ExprSyntax, orElse fallback: String, in file: ParsedFile) -> Placement.Read {
        let captured = holding.closure.map { (name, $0) }
        return Placement.Read(file: file, access: access, expression: "(\(name) ?? \(fallback))", captured: captured)
    }
}

extension Holding {
    /// Returns whether what a type stores for an instance gets to the use.
    fileprivate func reaches(_ injection: Injection) -> Bool {
        guard case .parameter(let initializer) = self else { return true }
        return injection.takers.contains(initializer.id)
            || initializer.signature.parameterClause.parameters.contains { $0.secondName?.text == injection.stored }
    }
}
