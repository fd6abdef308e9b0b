import SeamKit

/// The types that an instance is to be passed to, and the calls that make them.
struct ThreadGraph {
    let request: CutRequest
    let instance: InjectedType?
    /// What makes another instance that a property of the type may hold; nil if nothing does.
    var otherInstance: String?
    /// By their keys.
    private(set) var nodes: [String: ThreadNode] = [:]
    /// The keys, in the order in which they were found.
    private(set) var order: [String] = []

    /// The functions that read the accessor, and can't take the instance.
    private(set) var refused: [CutPlan.Failure] = []

    /// Whether the accessor may give another instance later.
    private let mayBeReplaced: Bool

    init(_ request: CutRequest, passing instance: InjectedType?) {
        (self.request, self.instance) = (request, instance)
        mayBeReplaced = instance.map(request.mayBeReplaced) ?? false
    }

    var reasons: Reasons { request.options.reasons }

    /// Whether code outside of the tree is to pass an instance, and can have one: that of the accessor, or once that is gone, a new one.
    private var isObtained: Bool { request.options.changesAPI && instance?.isAccessorPublic == true }

    /// The type that took the place of its initializers, by their keys.
    private var replaced: [String: String] = [:]
    /// The keys of what may have another instance than the accessor's.
    private var holdersOfOthers: Set<String> = []
    /// The keys of what would only pass the instance on, in tests and previews.
    private var shown: Set<String> = []
    /// The keys of what would only pass the instance on, and may keep the accessor as a default.
    private(set) var keepers: Set<String> = []

    subscript(name: String) -> ThreadNode? { nodes[replaced[name] ?? name] }

    /// Returns the node of a superclass that has what code of a file may read; nil if there is none.
    func inherited(by owner: OwnerDecl, in file: ParsedFile) -> ThreadNode? {
        let index = request.index
        let module = index.module(ofFile: file.path)
        let above = (index.declaration(of: owner)?.owner).map(index.superclasses) ?? []
        return above.lazy.compactMap { self[index.key(of: $0)] }.first { node in
            !node.isCarrier && node.held?.isPrivate == false && index.module(ofFile: node.file.path) == module
        }
    }

    mutating func add(_ node: ThreadNode) {
        let name = node.key
        nodes[name] = node
        order.append(name)
        let isAPI = node.takers(request.index).contains { request.index.isAPI($0.decl, in: $0.file) }
        let isChanged = isAPI && isObtained
        change(name) { ($0.isKept, $0.isCalledOutside) = (isAPI && !isChanged, isChanged) }
        let chosen = ChosenCaller(id: node.id, options: request.options)
        if let reason = reasons.first(of: [.verify], for: chosen) {
            fail(name, Obstacle(reason, chosen.message ?? ""))
        }
        // What has it for as long as it is there would miss another one.
        if mayBeReplaced, let instance, instance.isReplaced(whileExists: node.owner, request.index) {
            failForReplacement(name, of: instance)
        }
    }

    /// Notes why a function that reads the accessor can't take the instance.
    mutating func refuse(_ reader: ReadingFunction, as id: CutPlan.Caller.ID, _ obstacle: Obstacle?) {
        guard let obstacle, reader.rows.contains(where: { request.options.slice.contains(request.uses[$0]) }) else {
            return
        }
        let line = reader.function.file.line(of: reader.function.decl.offset)
        let message = "\(id.file):\(line): \(obstacle.message). \(obstacle.change)"
        refused.append(CutPlan.Failure(caller: id, uses: reader.rows.count, message: message))
    }

    mutating func change(_ name: String, by change: (inout ThreadNode) -> Void) {
        guard var node = self[name] else { return }
        change(&node)
        nodes[node.key] = node
    }

    /// Returns the key of the node that has a value.
    func key(of value: MakerValue) -> String { replaced[value.owner] ?? value.owner }

    /// Puts a type in place of its initializers.
    mutating func replace(_ names: [String], with type: String) {
        for name in names { (nodes[name], replaced[name]) = (nil, type) }
        order.removeAll { names.contains($0) }
    }

    /// The values that makers pass, by the keys of the makers.
    var passedValues: [String: [MakerValue]] {
        let changed = order.compactMap { nodes[$0] }.filter { $0.isWanted && $0.failure == nil }
        let values = changed.flatMap(passing).compactMap { call -> MakerValue? in
            guard case .maker(var value) = call.source else { return nil }
            // An initializer whose type takes the instance reads it as a parameter.
            if replaced[value.owner] != nil { value.isStored = false }
            return value
        }
        return Dictionary(grouping: values) { key(of: $0) }
    }

    /// Returns the calls of a type or function that get an argument.
    func passing(_ node: ThreadNode) -> [ThreadCall] {
        node.calls.filter { call in
            !call.isPassed && (node.isRequired || !isLate(call)) && obstacle(of: call, to: node) == nil
        }
    }

    /// Returns whether a call passes an instance only where nothing may rely on the default any more, because nobody needs it there.
    func isLate(_ call: ThreadCall) -> Bool {
        if call.isLazy || call.isUnread { return true }
        guard case .maker(let value) = call.source else { return false }
        return shown.contains(key(of: value))
    }

    /// Finds the types and functions that would take the instance to pass it on, and that only tests and previews make.
    private mutating func findShown() {
        var hasChanged = true
        while hasChanged {
            let found = order.filter { name in
                guard !shown.contains(name), let node = nodes[name], node.isCarrier, !node.calls.isEmpty else {
                    return false
                }
                return node.calls.allSatisfy { !$0.isUnread && isLate($0) }
            }
            shown.formUnion(found)
            hasChanged = !found.isEmpty
        }
    }

    mutating func fail(_ name: String, _ obstacle: Obstacle) {
        guard reasons.isEnabled(obstacle.reason) else { return }
        change(name) { $0.fail(obstacle) }
    }

    private mutating func failForReplacement(_ name: String, of instance: InjectedType) {
        guard instance.creation.replaced != nil else {
            return fail(name, Obstacle(.replaced, "the accessor may give another instance later"))
        }
        if request.options.isEarlyAllowed { return }
        let cause = "a test, or the start of the program, may replace the instance later"
        let change = "Run with --early, which passes it anyway, or replace it before."
        fail(name, Obstacle(.replaced, cause, change: change))
    }

    // MARK: What passes an instance

    /// Why a call keeps relying on the default; nil if it passes an instance, or is to pass one.
    func obstacle(of call: ThreadCall, to callee: ThreadNode) -> Obstacle? {
        guard let found = unplacedObstacle(of: call, to: callee), reasons.isEnabled(found.reason) else { return nil }
        return found.at(call.construction.place)
    }

    private func unplacedObstacle(of call: ThreadCall, to callee: ThreadNode) -> Obstacle? {
        if let failure = callee.failure { return failure }
        let isEarly = "making the instance can be seen, and it would be made earlier here"
        switch call.source {
        case .passed: return nil
        case .none(let obstacle): return obstacle
        case .accessor:
            // In tests an instance may be made at any time.
            return !call.isLazy && isEarlier(call, to: callee, from: nil) ? Obstacle(.order, isEarly) : nil
        case .maker(let value):
            guard let maker = self[value.owner] else { return nil }
            if maker.isCarrier {
                if let failure = maker.failure { return failure.of(maker.title) }
                guard maker.isReached else { return unreached(maker) }
                // The type's own property is set in that line, too.
                if maker.function == nil, call.construction.sharesLine {
                    return Obstacle(
                        .maker,
                        "made by the `super.init()` that a body of one line doesn't write",
                        change: "Write `super.init()` on a line of its own."
                    )
                }
            }
            if maker.isCarrier, let moved = value.movedDefault, isRarelyLeftOut(moved, by: maker) {
                let text = "most calls of \(maker.title) pass \(moved.parameter.label), and need no instance to make it"
                return Obstacle(.maker, text, change: "Let the others pass \(moved.parameter.label), too.")
            }
            if value.needsRequired, !maker.isRequired {
                return Obstacle(
                    .maker,
                    "\(maker.title) falls back itself, and has only an optional there",
                    change: "Let all calls of \(maker.title) pass the instance; then it has one."
                )
            }
            if let otherInstance, holdersOfOthers.contains(maker.key) {
                return Obstacle(
                    .maker,
                    "\(value.expression) may be another instance: \(otherInstance)",
                    change: "Pass it by hand if it is the right one there, or make no second instance."
                )
            }
            return isEarlier(call, to: callee, from: maker) ? Obstacle(.order, isEarly) : nil
        }
    }

    /// Returns whether most calls of a maker pass the parameter whose default would make the callee.
    private func isRarelyLeftOut(_ moved: MovedDefault, by maker: ThreadNode) -> Bool {
        let label = moved.parameter.label.withoutBackticks
        let passing = maker.calls.count { $0.construction.call?.labels.contains(label) == true }
        return passing * 2 > maker.calls.count
    }

    private func unreached(_ node: ThreadNode) -> Obstacle {
        Obstacle(
            .cycle,
            "no root makes \(node.title), nor what makes it",
            change: "Name what makes \(node.title) in `roots` of seam.yml, or pass the instance there by hand."
        )
    }

    /// Returns whether the instance would be made earlier than today, where somebody can see that.
    private func isEarlier(_ call: ThreadCall, to callee: ThreadNode, from maker: ThreadNode?) -> Bool {
        guard let instance, !request.options.isEarlyAllowed, !instance.isSetByStatement else { return false }
        // An instance that makes one of them would be read while it is made.
        let types = [callee.owner, maker?.owner].compactMap(\.self)
        guard types.contains(where: { instance.creation.observation(for: $0, request.index) != nil }) else {
            return false
        }
        if let maker, maker.hasInstanceEarly { return false }
        let isReadByCall = callee.caller.flatMap { caller in
            caller.takers.first { $0.initializer == call.initializer }
        }?.isReadByCall
        return isReadByCall != true || maker?.isCarrier == true
    }

    // MARK: Settling

    /// Returns the graph in which it is decided who requires an instance, and which carriers have one.
    func settled() -> ThreadGraph {
        var graph = self
        graph.findShown()
        graph.holdersOfOthers = graph.findHoldersOfOthers()
        graph.keepers = Set(order.filter { nodes[$0]?.fallback != nil })
        var result = graph.decided()
        while case let lost = result.needlessDefaults, !lost.isEmpty {
            graph.keepers.subtract(lost)
            result = graph.decided()
        }
        result.spreadWishes()
        result.dropLoneProperties()
        return result
    }

    /// Returns the graph in which it is decided what requires an instance, what keeps a default, and what takes none.
    private func decided() -> ThreadGraph {
        var graph = self
        for name in order { graph.change(name) { $0.isRequired = !$0.isHolder } }
        while graph.settleOnce() {}
        return graph
    }

    /// Returns whether something changed. Whatever changes can't change back.
    private mutating func settleOnce() -> Bool {
        reach()
        // Whatever a root doesn't reach may only be in the way of what fails for a reason of its own.
        var unreached: (name: String, obstacle: Obstacle)?
        for name in order {
            guard let node = nodes[name], node.isRequired, let found = refusal(of: node) else { continue }
            guard found.reason == .cycle else {
                refuse(name, found)
                return true
            }
            unreached = unreached ?? (name, found)
        }
        guard let unreached else { return false }
        refuse(unreached.name, unreached.obstacle)
        return true
    }

    private mutating func refuse(_ name: String, _ found: Obstacle) {
        if let node = nodes[name], node.isCarrier {
            let isCalled = node.isReached && node.failure == nil && ![.unmade, .api].contains(found.reason)
            if isCalled, keepers.contains(name) { change(name) { $0.keepsDefault = true } } else { fail(name, found) }
        }
        change(name) { $0.isRequired = false }
    }

    /// Why a type can't require an instance; nil if it can.
    func refusal(of node: ThreadNode) -> Obstacle? {
        if let failure = node.failure { return failure }
        if let obstacle = node.caller?.obstacle, reasons.isEnabled(.form) { return Obstacle(.form, obstacle) }
        let verb = node.isMade ? "makes" : "calls"
        if let reason = reasons.first(of: [.api], for: node) {
            let what = node.isMade ? "an initializer of \(node.title)" : node.title
            return Obstacle(reason, "\(what) is public: code outside of this tree may call it without an instance")
        }
        if let place = node.unclear.first, reasons.isEnabled(.maker) {
            let change =
                node.isMade
                ? "Write the name of the type there, and pass the instance."
                : "Call the function there by its name, on a value whose type is written."
            return Obstacle(.maker, "it isn't clear what this \(verb)", change: change).at(place)
        }
        if let reason = reasons.first(of: [.unmade], for: node) {
            let change = "If the system \(verb) \(node.title), name it in `roots` of seam.yml; else remove it."
            return Obstacle(reason, "nothing \(verb) \(node.title)", change: change)
        }
        for call in node.calls {
            if let found = obstacle(of: call, to: node) { return found }
        }
        return reasons.first(of: [.cycle], for: node).map { _ in unreached(node) }
    }

    /// Notes what gets an instance that comes from a root, from a type that has it, or from a caller that falls back.
    private mutating func reach() {
        for name in order { change(name) { $0.isReached = $0.isHolder || $0.isCalledOutside || $0.keepsDefault } }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for name in order {
                guard let node = nodes[name], !node.isReached else { continue }
                let isReached = node.calls.contains { call in
                    switch call.source {
                    case .passed, .accessor: true
                    case .none: false
                    case .maker(let value):
                        self[value.owner].map {
                            $0.isReached || !$0.isCarrier && $0.key != name && !isLoop($0.key, name)
                        }
                            == true
                    }
                }
                if isReached {
                    change(name) { $0.isReached = true }
                    hasChanged = true
                }
            }
        }
    }

    /// Returns whether a maker is made only by what it makes.
    private func isLoop(_ maker: String, _ made: String) -> Bool {
        guard let node = nodes[maker], !node.calls.isEmpty else { return false }
        return node.calls.allSatisfy { call in
            guard case .maker(let value) = call.source else { return false }
            return [made, maker].contains(key(of: value))
        }
    }

    /// Spreads the slice's wishes to what the wanted callers need.
    private mutating func spreadWishes() {
        var open = order.filter { nodes[$0]?.isWanted == true }
        while let name = open.popLast() {
            guard let node = nodes[name] else { continue }
            for call in node.calls where (node.isRequired || !isLate(call)) && obstacle(of: call, to: node) == nil {
                guard case .maker(let value) = call.source, let maker = self[value.owner], !maker.isWanted,
                    maker.isCarrier || value.needsRequired || value.planned != nil
                else { continue }
                change(value.owner) { $0.isWanted = true }
                open.append(maker.key)
            }
        }
    }
}
