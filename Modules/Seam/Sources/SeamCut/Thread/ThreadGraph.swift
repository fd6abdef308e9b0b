import SeamKit
import SwiftSyntax

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

    init(_ request: CutRequest, passing instance: InjectedType?) { (self.request, self.instance) = (request, instance) }

    var reasons: Reasons { request.options.reasons }

    subscript(name: String) -> ThreadNode? { nodes[name] }

    mutating func add(_ node: ThreadNode) {
        let name = node.key
        nodes[name] = node
        order.append(name)
        let chosen = ChosenCaller(id: node.id, options: request.options)
        if let reason = reasons.first(of: [.verify], for: chosen) {
            fail(name, for: reason, because: chosen.message ?? "")
        }
    }

    mutating func change(_ name: String, by change: (inout ThreadNode) -> Void) {
        guard var node = nodes[name] else { return }
        change(&node)
        nodes[name] = node
    }

    mutating func fail(_ name: String, for reason: Reason, because message: String) {
        guard reasons.isEnabled(reason) else { return }
        change(name) { $0.fail(for: reason, because: message) }
    }

    // MARK: What passes an instance

    /// Why a call keeps relying on the default; nil if it passes an instance, or is to pass one.
    func obstacle(of call: ThreadCall, to callee: ThreadNode) -> (reason: Reason, message: String)? {
        guard let found = unnamedObstacle(of: call, to: callee), reasons.isEnabled(found.reason) else { return nil }
        let isPlaced = found.message.contains(call.construction.place)
        return (found.reason, isPlaced ? found.message : "\(call.construction.place): \(found.message)")
    }

    private func unnamedObstacle(of call: ThreadCall, to callee: ThreadNode) -> (reason: Reason, message: String)? {
        if let failure = callee.failure { return failure }
        switch call.source {
        case .passed: return nil
        case .none(let reason, let message): return (reason, message)
        case .accessor:
            // In tests an instance may be made at any time.
            guard !call.isLazy, isEarlier(call, to: callee, from: nil) else { return nil }
            return (.order, "making the instance can be seen, and it would be made earlier here; --early allows that")
        case .maker(let value):
            guard let maker = nodes[value.owner] else { return nil }
            if maker.isCarrier {
                if let failure = maker.failure {
                    let reason = [.cycle, .order].contains(failure.reason) ? failure.reason : .maker
                    return (reason, "\(maker.title) has no instance to pass: \(failure.message)")
                }
                guard maker.isReached else { return (.cycle, "no root makes \(maker.title), nor what makes it") }
            }
            if value.needsRequired, !maker.isRequired {
                return (.maker, "\(maker.title) falls back itself, and has only an optional there")
            }
            if let otherInstance, !maker.isCarrier, maker.takesOthers || maker.held?.isSettable == true {
                return (.maker, "\(value.expression) may be another instance: \(otherInstance) makes one")
            }
            guard isEarlier(call, to: callee, from: maker) else { return nil }
            return (.order, "making the instance can be seen, and it would be made earlier here; --early allows that")
        }
    }

    /// Returns whether the instance would be made earlier than today, where somebody can see that.
    private func isEarlier(_ call: ThreadCall, to callee: ThreadNode, from maker: ThreadNode?) -> Bool {
        guard let instance, !request.options.isEarlyAllowed else { return false }
        // An instance that makes one of them would be read while it is made.
        let names = [callee.owner.name, maker?.owner.name].compactMap(\.self)
        guard names.contains(where: { instance.creation.observation(for: $0) != nil }) else { return false }
        if let maker, maker.hasInstanceEarly { return false }
        let isReadByCall = callee.caller.flatMap { caller in
            caller.takers.first { $0.initializer?.id == call.initializer?.id }
        }?.isReadByCall
        return isReadByCall != true || maker?.isCarrier == true
    }

    // MARK: Settling

    /// Returns the graph in which it is decided who requires an instance, and which carriers have one.
    func settled() -> ThreadGraph {
        var graph = self
        for name in order {
            graph.change(name) { node in
                node.isRequired = !node.isHolder
            }
        }
        while graph.settleOnce() {}
        graph.spreadWishes()
        return graph
    }

    /// Returns whether something changed. Whatever changes can't change back.
    private mutating func settleOnce() -> Bool {
        reach()
        // Whatever a root doesn't reach may only be in the way of what fails for a reason of its own.
        var unreached: (name: String, reason: Reason, message: String)?
        for name in order {
            guard let node = nodes[name], node.isRequired, let found = refusal(of: node) else { continue }
            guard found.reason == .cycle else {
                refuse(name, found)
                return true
            }
            unreached = unreached ?? (name, found.reason, found.message)
        }
        guard let unreached else { return false }
        refuse(unreached.name, (unreached.reason, unreached.message))
        return true
    }

    private mutating func refuse(_ name: String, _ found: (reason: Reason, message: String)) {
        if nodes[name]?.isCarrier == true { fail(name, for: found.reason, because: found.message) }
        change(name) { $0.isRequired = false }
    }

    /// Why a type can't require an instance; nil if it can.
    func refusal(of node: ThreadNode) -> (reason: Reason, message: String)? {
        if let failure = node.failure { return failure }
        if let obstacle = node.caller?.obstacle, reasons.isEnabled(.form) { return (.form, obstacle) }
        if let place = node.unclear.first, reasons.isEnabled(.maker) {
            return (.maker, "\(place): it isn't clear what this \(node.function == nil ? "makes" : "calls")")
        }
        if let reason = reasons.first(of: [.unmade], for: node) {
            return (reason, "nothing \(node.function == nil ? "makes" : "calls") \(node.title)")
        }
        for call in node.calls {
            if let found = obstacle(of: call, to: node) { return found }
        }
        if let reason = reasons.first(of: [.cycle], for: node) {
            return (reason, "no root makes \(node.title), nor what makes it")
        }
        return nil
    }

    /// Notes what gets an instance that comes from a root, from a type that has it, or from a caller that falls back.
    private mutating func reach() {
        for name in order { change(name) { $0.isReached = $0.isHolder } }
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
                        nodes[value.owner].map {
                            $0.isReached || !$0.isCarrier && value.owner != name && !isLoop(value.owner, name)
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
            if case .maker(let value) = call.source { value.owner == made || value.owner == maker } else { false }
        }
    }

    /// Spreads the slice's wishes to what the wanted callers need.
    private mutating func spreadWishes() {
        var open = order.filter { nodes[$0]?.isWanted == true }
        while let name = open.popLast() {
            for call in nodes[name]?.calls ?? [] {
                guard case .maker(let value) = call.source, let maker = nodes[value.owner], !maker.isWanted,
                    maker.isCarrier || value.needsRequired
                else { continue }
                change(value.owner) { $0.isWanted = true }
                open.append(value.owner)
            }
        }
    }

    // MARK: The calls that rely on a default

    /// The calls that rely on the defaults of wanted callers, in order of place.
    var calls: [MakingCall] {
        let all = order.compactMap { nodes[$0] }.flatMap { node -> [MakingCall] in
            guard let caller = node.caller, node.isWanted else { return [] }
            return node.calls.filter { !$0.isPassed && !$0.isLazy }.map { call in
                let found = obstacle(of: call, to: node)
                return MakingCall(call, of: request.singleton, in: request.index, to: node, caller.label, found)
            }
        }
        return all.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }
}

extension MakingCall {
    fileprivate init(
        _ call: ThreadCall,
        of singleton: Singleton,
        in index: TypeIndex,
        to callee: ThreadNode,
        _ label: String,
        _ obstacle: (reason: Reason, message: String)?
    ) {
        let file = call.construction.file
        let offset = call.construction.node.positionAfterSkippingLeadingTrivia.utf8Offset
        self.init(
            singleton: singleton.id,
            type: singleton.name,
            file: file.path,
            line: file.line(of: offset),
            column: offset - file.lineStart(of: offset) + 1,
            module: index.module(ofFile: file.path),
            maker: call.maker,
            callee: callee.title,
            label: label
        )
        (reason, message) = (obstacle?.reason, obstacle?.message ?? "")
    }
}
