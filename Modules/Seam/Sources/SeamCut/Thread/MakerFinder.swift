import SeamKit
import SwiftSyntax

/// Finds the calls that make callers, and the types around those calls, up to the roots.
struct MakerFinder {
    private let request: CutRequest
    private let instance: InjectedType
    private var graph: ThreadGraph
    /// What makes another instance that a constant of the type may hold.
    private lazy var otherInstance = request.index.otherInstance(than: instance, of: request.singleton)

    private init(request: CutRequest, instance: InjectedType, graph: ThreadGraph) {
        (self.request, self.instance, self.graph) = (request, instance, graph)
    }

    private var index: TypeIndex { request.index }

    /// Returns the graph with all makers, and the calls of each type.
    static func complete(_ graph: ThreadGraph, of request: CutRequest, passing instance: InjectedType) -> ThreadGraph {
        var finder = MakerFinder(request: request, instance: instance, graph: graph)
        var open = graph.order
        while let name = open.popLast() {
            guard let node = finder.graph[name], !node.isHolder else { continue }
            let known = Set(finder.graph.order)
            finder.findCalls(of: node)
            open += finder.graph.order.filter { !known.contains($0) }
        }
        return finder.graph
    }

    private mutating func findCalls(of node: ThreadNode) {
        do throws(MakerRefusal) {
            try findCalls(of: node.owner, property: node.property)
        } catch {
            graph.fail(node.owner.name, for: .maker, because: error.text)
        }
        guard let found = graph[node.owner.name], found.failure == nil,
            let reason = request.reasons.first(of: [.unmade], for: found)
        else { return }
        graph.fail(node.owner.name, for: reason, because: "nothing makes \(node.owner.name)")
    }

    private mutating func findCalls(of owner: OwnerDecl, property: String) throws(MakerRefusal) {
        let name = owner.simpleName
        let declared = index.declarations(of: name)
        guard declared.filter({ $0.owner.kind != .extension }).count == 1 else {
            throw MakerRefusal("several types are called \(name)")
        }
        let initializers = declared.flatMap(\.owner.memberDecls).compactMap { $0.as(InitializerDeclSyntax.self) }
        let labels = initializers.map { $0.signature.parameterClause.parameters.map { $0.firstName.text } }
        for path in index.paths(saying: name) {
            guard let file = index.file(path) else { continue }
            let finder = ConstructionFinder(name, labels: labels.isEmpty ? [[]] : labels, index: index)
            finder.walk(file.tree)
            if let unclear = finder.unclear.first(where: { Self.mayMean(owner, at: $0, in: file) }) {
                let line = file.line(of: unclear.positionAfterSkippingLeadingTrivia.utf8Offset)
                throw MakerRefusal("\(path):\(line): it isn't clear what this makes")
            }
            if !finder.calls.isEmpty, let reason = request.reasons.first(of: Locator.ofFile, for: file) {
                let what = reason == .linked ? "is read through a link" : "has a syntax error"
                return graph.fail(owner.name, for: reason, because: "\(path) \(what)")
            }
            for call in finder.calls {
                let construction = Construction(file: file, call: call, isTest: index.isTest(path))
                do throws(MakerRefusal) {
                    let found = try self.call(construction, passing: property, to: initializers)
                    graph.change(owner.name) { $0.calls.append(found) }
                } catch {
                    throw MakerRefusal("\(construction.place): \(error.text)")
                }
            }
        }
    }

    /// Returns whether an unclear mention may make the type: `Self` only in its own code.
    private static func mayMean(_ owner: OwnerDecl, at mention: Syntax, in file: ParsedFile) -> Bool {
        guard mention.trimmedDescription.hasPrefix("Self") else { return true }
        let position = mention.positionAfterSkippingLeadingTrivia
        let around = file.owners.last { $0.node.trimmedRange.contains(position) }
        return around?.name == owner.name
    }

    private mutating func call(
        _ construction: Construction,
        passing property: String,
        to initializers: [InitializerDeclSyntax]
    ) throws(MakerRefusal) -> ThreadCall {
        guard let argument = construction.argument(labelled: property, of: initializers) else {
            throw MakerRefusal("it isn't clear which initializer is called")
        }
        let source = try source(of: argument, at: construction, for: property)
        return ThreadCall(construction: construction, argument: argument, source: source)
    }

    private mutating func source(
        of argument: Construction.Argument,
        at construction: Construction,
        for property: String
    ) throws(MakerRefusal) -> ThreadCall.Source {
        if case .passed(let value) = argument, !value.is(NilLiteralExprSyntax.self) { return .passed }
        let file = construction.file
        let context = UseContext(around: ExprSyntax(construction.call), accessor: instance.accessor, in: file)
        let making = Making(construction: construction, context: context, instance: instance, request: request)
        guard let owner = try making.maker() else {
            try making.checkAccessor()
            return .accessor
        }
        let maker = try maker(in: owner, passing: property)
        if maker.file.path != file.path { try share(maker) }
        let reading = try making.reading(in: owner)
        if reading.isNameAlone, context.binds(maker.property, in: file) {
            throw MakerRefusal("where it is made, \(maker.property) is something else")
        }
        return .property(owner: maker.owner.name, reading)
    }

    /// Lets code in other files of a maker's type read its property, which is private until then.
    private mutating func share(_ maker: ThreadNode) throws(MakerRefusal) {
        var isHidden = if case .holder(isPrivate: true) = maker.role { true } else { false }
        for (file, part) in index.declarations(of: maker.owner.name) where file.path != maker.file.path {
            isHidden = isHidden || file.hasName(maker.property, in: part.node)
        }
        if isHidden {
            throw MakerRefusal("\(maker.property) is private to another file of \(maker.owner.name)")
        }
        graph.change(maker.owner.name) { $0.isShared = true }
    }

    /// Returns the node of the type around a call, which has the instance or is to take it.
    private mutating func maker(in owner: OwnerDecl, passing property: String) throws(MakerRefusal) -> ThreadNode {
        if let known = graph[owner.name] { return known }
        guard owner.kind != .extension else {
            guard let type = index.type(owner.name), type.owner.name == owner.name else {
                throw MakerRefusal("made in an extension of a type from elsewhere")
            }
            return try maker(in: type.owner, passing: property)
        }
        guard let file = index.type(owner.name)?.file, owner.kind == .class || owner.kind == .actor else {
            throw MakerRefusal("made in \(owner.name), which is no class or actor")
        }
        if let held = owner.constant(of: instance.type) {
            if let place = otherInstance { throw MakerRefusal("\(held.name) may be another instance: \(place)") }
            let role = ThreadNode.Role.holder(isPrivate: held.isPrivate)
            var node = ThreadNode(owner: owner, file: file, property: held.name, role: role)
            node.isReached = true
            graph.add(node)
            return node
        }
        let names = PropertyName(request: request, usual: [instance.accessor.name: property])
        // Whatever the type's own code says, in any file, keeps its meaning.
        let parts = index.declarations(of: owner.name)
        let free = names.free(for: instance, in: owner) { name in
            parts.contains { $0.file.hasName(name, in: $0.owner.node) }
        }
        guard let name = free else {
            throw MakerRefusal("\(owner.name) uses the name \(property) already")
        }
        let recipient = Recipient(
            request: request,
            instance: instance,
            owner: owner,
            file: file,
            property: name,
            form: .required
        )
        switch recipient.injection() {
        case .success(let injection):
            let node = ThreadNode(owner: owner, file: file, property: name, role: .carrier(injection))
            graph.add(node)
            return node
        case .failure(let reason): throw MakerRefusal("\(owner.name) can't take an instance: \(reason.code)")
        }
    }
}
