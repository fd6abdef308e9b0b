import SeamKit

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
    private static let ofUse: [Check<PlacedUse>] = [.name, .member, .stored, .served]

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
        // What a superclass stores is known before its subclasses are placed.
        var heirs: [(uses: CallerUses, file: ParsedFile)] = []
        for file in files {
            for uses in CallerUses.grouped(file.candidates) {
                if placer.mayInherit(uses) {
                    heirs.append((uses, file.file))
                } else {
                    placer.place(uses, in: file.file)
                }
            }
            placer.place(file.reads)
        }
        for heir in heirs { placer.place(heir.uses, in: heir.file) }
        placer.placement.resolveOnce()
        placer.placement.storages = placer.storages.written
        placer.placement.shareReads(request)
        placer.placement.functions = placer.functions.all
        placer.placement.passThroughFactories(request)
        placer.placement.passToSuperclasses(request)
        placer.placement.passOn(request)
        return placer.placement
    }

    // MARK: Callers

    /// Returns whether a class above a caller uses the accessor.
    private func mayInherit(_ uses: CallerUses) -> Bool {
        guard request.options.stage == .inject, let owner = uses.uses[0].context.owner,
            let home = owner.kind == .extension ? request.index.declaration(of: owner)?.owner : owner
        else { return false }
        return request.index.superclasses(of: home).contains {
            !request.sites(of: $0, through: uses.instance.accessor).isEmpty
        }
    }

    private mutating func place(_ uses: CallerUses, in file: ParsedFile) {
        storages.beginCaller()
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
        let isThere = place.existing != nil || place.holder != nil || place.parameters != nil
        let house = HouseType(request: request, owner: place.owner, file: file)
        let instance = place.held ?? (isThere ? uses.instance : house.seen(uses.instance, isStatic: place.isStatic))
        let isAbstract = instance.type != uses.instance.type
        let name =
            place.existing ?? place.twin
            ?? names.free(for: uses, at: place, isAbstract: isAbstract, in: file, besides: added)
        let property = name.map { CallerProperty(place: place, name: $0, instance: instance, file: file) }
        if let reason = request.reasons.first(of: [.name, .rerouted], for: property) {
            placement.leave(uses.uses, for: reason)
            return nil
        }
        return property
    }

    /// Returns the uses that can go through the caller's property. Leaves the others.
    private mutating func fitting(_ candidates: [Candidate], through property: CallerProperty) -> [Candidate] {
        let choice = choice.flatMap { $0.covers(property.place, in: property.file) ? $0 : nil }
        return candidates.filter { candidate in
            let use = PlacedUse(candidate: candidate, property: property, choice: choice, index: request.index)
            if candidate.reading == nil { return choice?.isSeen(from: property.file, in: request.index) ?? true }
            let checks = Self.ofUse + (request.options.isForInitializers ? [.unsent] : [])
            guard let reason = request.reasons.first(of: checks, for: use) else { return true }
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
        var (chosen, caller) = (chosen, caller)
        let declaration = caller.property.place.declaration
        var planned = CutPlan.Caller(
            name: caller.uses.caller.name,
            file: caller.property.file.path,
            property: caller.property.name,
            uses: chosen.count
        )
        var injection: Injection?
        let isHeld = caller.property.place.holder != nil && !caller.uses.caller.isStatic
        if isHeld {
            if request.options.stage == .inject { planned.form = .existing }
            injection = opened(&chosen, in: caller)
            if chosen.isEmpty { return nil }
            planned.uses = chosen.count
        } else if request.options.stage == .inject, declaration.map(PropertyText.isInjected) != true {
            switch self.injection(of: caller) {
            case .success(let found):
                injection = found
                if found.form.isStored { caller.property.name = found.stored }
                (planned.property, planned.form) = (caller.property.name, found.form)
                (planned.because, planned.made) = (found.because, found.made)
            case .failure(.root) where declaration == nil:
                placement.leave(chosen, for: .root)
                return nil
            case .failure(let reason): planned.obstacle = reason
            }
        }
        if let upgrade = chosen.lazy.filter({ $0.reading == nil && $0.access.isFallback }).compactMap({
            LateUpgrade($0.access)
        }).first {
            placement.upgrades.append(upgrade)
            planned.form = upgrade.form
            return finished(chosen, planned, in: caller)
        }
        let isUpgradeOnly = chosen.allSatisfy { $0.reading == nil }
        if isUpgradeOnly, injection == nil || declaration.map(PropertyText.isInjected) == true {
            placement.leave(chosen, for: .held)
            planned.uses = 0
            if planned.obstacle != nil { placement.gathered.append(planned) }
            return nil
        }
        let held = held(chosen, in: caller)
        if let obstacle = planned.obstacle { leave(&chosen, besides: held, in: caller, for: obstacle) }
        let (rewritten, left) = split(chosen, in: caller, held: held)
        for candidate in left { placement.outcomes[candidate.row] = .left(candidate.staticReason ?? .initializer) }
        if rewritten.isEmpty { storages.forgetCaller() }
        guard !rewritten.isEmpty else { return nil }
        budget -= rewritten.count
        let property = caller.property
        if !isPassedOnly(caller), !isHeld || injection != nil, !property.place.isElsewhere {
            placement.properties.append(Placement.Property(property: property, injection: injection))
        }
        if planned.form == .existing { placement.holding.append(caller) }
        planned.uses = rewritten.count - held.count
        if planned.uses > 0 { placement.callers.append(planned) }
        if !held.isEmpty { addCaller(property.dependency, uses: held.count) }
        return rewritten.compactMap { read(of: $0, in: property, held: held[$0.row], by: injection) }
    }

    /// Leaves the uses of a caller to which nothing can be passed: a property would be only another name for the accessor.
    private mutating func leave(
        _ chosen: inout [Candidate],
        besides held: Held,
        in caller: PlacedCaller,
        for obstacle: Reason
    ) {
        guard request.options.isForInitializers, !isPassedOnly(caller), caller.property.place.declaration == nil else {
            return
        }
        placement.leave(chosen.filter { held[$0.row] == nil }, for: obstacle)
        chosen.removeAll { held[$0.row] == nil }
    }

    /// Plans uses that go through a property which is there.
    private mutating func finished(_ chosen: [Candidate], _ planned: CutPlan.Caller, in caller: PlacedCaller)
        -> [Placement.Read]
    {
        budget -= chosen.count
        placement.callers.append(planned)
        return chosen.compactMap { read(of: $0, in: caller.property, held: nil, by: nil) }
    }

    /// Lets initializers set the property that holds the instance, if its own value is among the uses. Leaves that value, and returns
    /// nil, if they can't.
    private mutating func opened(_ chosen: inout [Candidate], in caller: PlacedCaller) -> Injection? {
        let gathered = chosen.filter { $0.reading == nil && $0.access.isGathered }
        placement.leave(gathered, for: request.reasons.isEnabled(.held) ? .held : .unexplained)
        chosen.removeAll { $0.reading == nil && $0.access.isGathered }
        let values = chosen.filter { $0.reading == nil }
        guard !values.isEmpty else { return nil }
        let result = injection(of: caller)
        if case .success(let injection) = result { return injection }
        let reason: Reason =
            switch result {
            case .failure(.held): .held
            case .failure(.noGain): .noGain
            default: .propertyInitializer
            }
        placement.leave(values, for: request.reasons.isEnabled(reason) ? reason : .unexplained)
        chosen.removeAll { $0.reading == nil }
        return nil
    }

    /// Returns what takes the place of a use; nil if that is the property itself.
    private mutating func read(
        of candidate: Candidate,
        in property: CallerProperty,
        held: HeldRead?,
        by injection: Injection?
    ) -> Placement.Read? {
        let reason = held == nil ? candidate.staticReason : nil
        placement.outcomes[candidate.row] = .rewritten(property: held?.property ?? property.name, static: reason)
        guard let reading = candidate.reading, held?.isMoved != true else { return nil }
        let access = candidate.context.access
        var own = candidate.expression(for: property.name, reading, in: property.file)
        // It can read what is stored, and no property that belongs to the actor.
        if let injection, injection.isBound, candidate.context.memberDecl?.isDeinitializer == true {
            own = access.replacement("\(injection.stored) ?? \(property.place.fullAccess(of: candidate))")
        }
        if let held {
            let fallback = isAlone(property) ? property.place.fullAccess(of: candidate) : own
            var read = held.read(access, orElse: fallback, in: property.file)
            let isReplaced = candidate.instance.creation.isReplaced
            if held.isOptional, isAlone(property), !isReplaced, let body = held.body(around: candidate.context) {
                let value = choice == nil ? property.instance.value(of: property.place.access) : fallback
                read.late = Placement.Late(body: body, name: property.name, optional: held.name, value: value)
            }
            return read
        }
        let captured = reading.closure.map { (own, $0) }
        var read = Placement.Read(file: property.file, access: access, expression: own, captured: captured)
        // What initializers set stays, whatever the accessor returns later.
        let isSet = injection.map { $0.form == .argument || $0.form == .optional } ?? false
        read.isConstant = isSet || candidate.instance.isSameInCopies == true && !candidate.instance.creation.isReplaced
        return read
    }

    /// Returns whether a caller gets no property of its own: no instance would ever reach a static one.
    private func isPassedOnly(_ caller: PlacedCaller) -> Bool {
        request.options.isForInitializers && caller.uses.caller.isStatic && caller.property.place.existing == nil
    }

    /// Returns the uses that are rewritten, and those that stay because no instance reaches them.
    private func split(
        _ chosen: [Candidate],
        in caller: PlacedCaller,
        held: Held
    ) -> (rewritten: [Candidate], left: [Candidate]) {
        let isPassedOnly = isPassedOnly(caller)
        let isLeft = { (candidate: Candidate) in
            held[candidate.row] == nil && (isPassedOnly || candidate.isPassed || candidate.isHeldOnly)
        }
        return (chosen.filter { !isLeft($0) }, chosen.filter(isLeft))
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
        let isAlone = isAlone(caller.property)
        let holdings = chosen.filter { isAlone || !$0.isHeldOnly }.compactMap { candidate in
            candidate.holding.map { (candidate.row, $0) }
        }
        // No second property of the type.
        let holder = caller.property.place.holder
        let isHeld = holder != nil && (holder?.valued == nil || request.options.slice.members != nil)
        let taken = isHeld ? holdings.filter { $0.1.function != nil } : holdings
        let own = held(taken, of: caller.property.dependency, isAlone: isAlone)
        return own.merging(holder.map { HeldRead.parameters(holdings, of: $0) } ?? [:]) { first, _ in first }
    }

    /// Returns whether no static property is read where nothing was passed.
    private func isAlone(_ property: CallerProperty) -> Bool {
        property.place.existing == nil && !request.options.isLate
    }

    private mutating func held(
        _ holdings: [(row: Int, holding: Holding)],
        of dependency: Dependency,
        isAlone: Bool = false
    ) -> Held {
        var held: Held = [:]
        var stored: [(row: Int, holding: Holding)] = []
        for (row, holding) in holdings.sorted(by: { $0.row < $1.row }) {
            guard case .function(let function) = holding else {
                stored.append((row, holding))
                continue
            }
            let parameter = functions.parameter(of: dependency, takenBy: function, isAlone: isAlone)
            held[row] = parameter.map { HeldRead(holding, parameter: $0) }
        }
        guard !stored.isEmpty, let injection = storages.found(for: dependency) else { return held }
        for (row, holding) in stored {
            guard let read = HeldRead(holding, of: injection, for: dependency.instance) else { continue }
            held[row] = read
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
