import SeamKit
import SwiftSyntax

/// A type that the instance is to be passed to: a caller that falls back to the accessor, a maker that has to take the
/// instance to pass it on, or one that has it already.
struct ThreadNode {
    enum Role {
        /// It falls back to the accessor.
        case caller(InjectedCaller)
        /// It takes the instance only to pass it on.
        case carrier(Injection)
        /// It has the instance already, in a constant.
        case holder(isPrivate: Bool)
    }

    let owner: OwnerDecl
    let file: ParsedFile
    let property: String
    let role: Role
    /// Uses of the map that go away.
    var rows: [Int] = []
    /// Why it can't be threaded, with the place.
    private(set) var failure: (reason: Reason, message: String)?
    /// Calls that make it, with what they pass.
    var calls: [ThreadCall] = []
    /// Whether a root, a test or a call that passes an instance makes it, directly or not.
    var isReached = false
    /// Whether the slice wants it, or one that it makes.
    var isWanted = false
    /// Whether other files of the type read the property.
    var isShared = false

    /// The type that a caller takes; nil for others.
    var type: String? { if case .caller(let caller) = role { caller.type } else { nil } }

    var isHolder: Bool { if case .holder = role { true } else { false } }

    var id: CutPlan.Caller.ID { CutPlan.Caller.ID(file: file.path, name: owner.name, property: property) }

    mutating func fail(for reason: Reason, because message: String) {
        if failure == nil { failure = (reason, message) }
    }
}

/// A call that makes a type, and where the instance comes from there.
struct ThreadCall {
    enum Source {
        /// The call passes an instance already.
        case passed
        /// A root, or a test: the accessor.
        case accessor
        /// The property of the type around the call.
        case property(owner: String, Reading)
    }

    let construction: Construction
    let argument: Construction.Argument
    let source: Source
}

/// The types that an instance is to be passed to, and the calls that make them.
struct ThreadGraph {
    let reasons: Reasons
    let options: Cut.Options
    /// By the name of the type.
    private(set) var nodes: [String: ThreadNode] = [:]
    /// The names, in the order in which they were found.
    private(set) var order: [String] = []

    init(_ options: Cut.Options) { (self.options, reasons) = (options, options.reasons) }

    subscript(name: String) -> ThreadNode? { nodes[name] }

    mutating func add(_ node: ThreadNode) {
        let name = node.owner.name
        nodes[name] = node
        order.append(name)
        let chosen = ChosenCaller(id: node.id, options: options)
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

    /// Returns the graph in which failures have spread to what can't get an instance for them, and wishes to the makers they need.
    func spread() -> ThreadGraph {
        var graph = self
        while graph.spreadOnce() || graph.failUnreached() {}
        return graph
    }

    private mutating func spreadOnce() -> Bool {
        var hasChanged = false
        for name in order {
            guard var node = nodes[name], node.failure == nil else { continue }
            for call in node.calls {
                guard case .property(let owner, _) = call.source else {
                    if !node.isReached { (node.isReached, hasChanged) = (true, true) }
                    continue
                }
                guard var maker = nodes[owner] else { continue }
                if maker.failure != nil, reasons.isEnabled(.maker) {
                    if node.failure == nil { hasChanged = true }
                    node.fail(for: .maker, because: "\(call.construction.place): \(owner) has no instance to pass")
                } else {
                    if maker.isReached, !node.isReached { (node.isReached, hasChanged) = (true, true) }
                    guard node.isWanted, !maker.isWanted else { continue }
                    (maker.isWanted, hasChanged) = (true, true)
                    nodes[owner] = maker
                    if owner == name { node.isWanted = true }
                }
            }
            nodes[name] = node
        }
        return hasChanged
    }

    private mutating func failUnreached() -> Bool {
        var hasChanged = false
        for name in order {
            guard let node = nodes[name], node.failure == nil,
                let reason = reasons.first(of: [.cycle], for: node)
            else { continue }
            fail(name, for: reason, because: "no root makes \(name), nor what makes it")
            hasChanged = true
        }
        return hasChanged
    }
}

extension OwnerDecl {
    /// Returns the constant of a type that holds what was passed for it; nil if there is none.
    func constant(of type: String) -> (name: String, isPrivate: Bool)? {
        for decl in memberDecls {
            guard let variable = decl.as(VariableDeclSyntax.self), variable.bindingSpecifier.text == "let",
                !variable.modifiers.contains(where: { $0.name.text == "static" }), variable.bindings.count == 1,
                let binding = variable.bindings.first, binding.initializer == nil,
                binding.typeAnnotation?.type.trimmedDescription == type
            else { continue }
            let isPrivate = variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
            return (binding.pattern.trimmedDescription, isPrivate)
        }
        return nil
    }
}
