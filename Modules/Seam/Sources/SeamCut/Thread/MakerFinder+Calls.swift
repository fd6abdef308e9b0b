import SeamKit
import SwiftSyntax

/// The calls that make a type, whatever form they have.
extension MakerFinder {
    /// Finds the calls that make a type, or that call a function.
    mutating func findCalls(of node: ThreadNode) {
        if let function = node.function, !node.isMade { return findCalls(of: function, node) }
        let (owner, name) = (node.owner, node.owner.simpleName)
        let declared = index.declarations(of: name)
        guard declared.filter({ $0.owner.isDeclaration }).count == 1 else {
            let change = "Rename one of them, or pass the instance by hand."
            return graph.fail(node.key, Obstacle(.maker, "several types are called \(name)", change: change))
        }
        if let caller = node.caller, caller.isSet { return findSettings(of: caller, node) }
        let initializers = initializers(of: node, declared)
        let labels = initializers.map { $0.parameters.map(\.label) }
        if node.isCarrier { findDelegations(to: node, initializers, declared) }
        for path in index.paths(saying: name) {
            guard let file = index.file(path) else { continue }
            let finder = ConstructionFinder(name, labels: labels.isEmpty ? [[]] : labels, in: file, index: index)
            var calls = finder.calls
            for unclear in finder.unclear where Self.mayMean(owner, at: unclear, in: file) {
                // Nothing else can be `Self` in a type without subclasses.
                if owner.kind != .class || owner.hasModifier("final"),
                    let call = unclear.as(FunctionCallExprSyntax.self),
                    call.calledExpression.trimmedDescription.hasPrefix("Self")
                {
                    calls.append(call)
                    continue
                }
                let line = file.line(of: unclear.positionAfterSkippingLeadingTrivia.utf8Offset)
                graph.change(node.key) { $0.unclear.append("\(path):\(line)") }
            }
            if !calls.isEmpty, let obstacle = obstacle(of: file) { return graph.fail(node.key, obstacle) }
            for call in calls {
                let construction = Construction(file: file, node: ExprSyntax(call), isTest: index.isTest(path))
                guard let found = self.call(construction, to: node, initializers) else { continue }
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }

    /// Finds the initializers of a type that call others of the type: `self.init(...)`.
    private mutating func findDelegations(
        to node: ThreadNode,
        _ initializers: [CalledInitializer],
        _ declared: [TypeIndex.Declaration]
    ) {
        for (file, part) in declared where part.name == node.owner.name {
            for initializer in part.memberDecls.compactMap({ $0.as(InitializerDeclSyntax.self) })
            where initializer.isDelegating && !initializer.endsProcess {
                guard let call = initializer.delegation else {
                    let line = file.line(of: initializer.positionAfterSkippingLeadingTrivia.utf8Offset)
                    graph.change(node.key) { $0.unclear.append("\(file.path):\(line)") }
                    continue
                }
                let construction = Construction(file: file, node: ExprSyntax(call), isTest: index.isTest(file.path))
                guard let found = self.call(construction, to: node, initializers) else { continue }
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }

    /// Finds the calls of a function that takes the instance.
    private mutating func findCalls(of function: InstanceFunction, _ node: ThreadNode) {
        for path in index.paths(saying: function.name) {
            guard let file = index.file(path) else { continue }
            let found = function.mentions(in: file, index)
            for unclear in found.unclear {
                let line = file.line(of: unclear.positionAfterSkippingLeadingTrivia.utf8Offset)
                graph.change(node.key) { $0.unclear.append("\(path):\(line)") }
            }
            if !found.calls.isEmpty, let obstacle = obstacle(of: file) { return graph.fail(node.key, obstacle) }
            for call in found.calls {
                let construction = Construction(file: file, node: ExprSyntax(call), isTest: index.isTest(path))
                guard let found = self.call(construction, to: node, [function.called]) else { continue }
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }

    /// Why no call of a file can be edited; nil if they can.
    func obstacle(of file: ParsedFile) -> Obstacle? {
        request.reasons.first(of: Locator.ofFile, for: file).map { reason in
            let what = reason == .linked ? "is read through a link" : "has a syntax error"
            return Obstacle(reason, "\(file.path) \(what)")
        }
    }

    /// Returns the initializers of a type as calls see them.
    private func initializers(of node: ThreadNode, _ declared: [TypeIndex.Declaration]) -> [CalledInitializer] {
        let own = declared.flatMap(\.owner.initializers)
        let takers: Set<InitializerNode>
        switch node.role {
        case .holder: return []
        case .function: takers = Set([node.function?.initializer].compactMap(\.self))
        case .caller(let caller): takers = Set(caller.takers.compactMap(\.initializer))
        case .carrier(let injection): takers = injection.takers
        }
        let type = declared.first { $0.owner.isDeclaration }?.owner ?? node.owner
        let hasOwn = type.memberDecls.contains { $0.is(InitializerDeclSyntax.self) }
        let isTaker = node.function == nil
        let made: [CalledInitializer] =
            hasOwn
            ? []
            : type.kind == .struct
                ? [CalledInitializer(memberwiseOf: type, takes: isTaker)] : [CalledInitializer(takes: isTaker)]
        return own.map { CalledInitializer($0, takes: takers.contains($0)) } + made
    }

    /// Returns whether an unclear mention may make the type: `Self` only in its own code.
    private static func mayMean(_ owner: OwnerDecl, at mention: Syntax, in file: ParsedFile) -> Bool {
        guard mention.trimmedDescription.hasPrefix("Self") else { return true }
        let position = mention.positionAfterSkippingLeadingTrivia
        let around = file.owners.last { $0.node.trimmedRange.contains(position) }
        return around?.name == owner.name
    }
}
