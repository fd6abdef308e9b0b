import SeamKit

/// The edits that let one type or function take the instance, and that pass it wherever the type is made or the function called.
struct ThreadEdits {
    let node: ThreadNode
    let graph: ThreadGraph
    /// The instance as it takes it.
    let instance: InjectedType
    let request: CutRequest

    /// Adds the edits of the calls that pass the instance, by the path of their file, and what closures around them capture.
    func addPassing(to edits: inout [String: [TextEdit]], _ captures: inout [String: Captures]) {
        for call in graph.passing(node) {
            guard let argument = call.argument else { continue }
            let path = call.construction.file.path
            let value: String
            switch call.source {
            case .passed, .none: continue
            case .accessor(nil): value = access
            case .maker(let found), .accessor(let found?):
                value = found.expression
                if let closure = found.capture {
                    captures[path, default: Captures()].add(String(value.prefix { $0 != "." }), to: closure)
                }
            }
            edits[path, default: []] += argument.edits(passing: value)
        }
    }

    /// Returns the edits of the type or function itself, by the path of their file.
    ///
    /// - Parameters:
    ///   - moved: the initial values of its properties that move into its initializers.
    ///   - isKept: whether a type that takes the instance has to store it to pass it on.
    ///   - isChanged: whether it takes the instance in another way than before.
    func own(moving moved: [InitialValue], isKept: Bool, isChanged: Bool) -> [String: [TextEdit]] {
        var result: [String: [TextEdit]] = [:]
        let layout = request.house.layout(of: node.file.path)
        let initializers = Initializers(owner: node.owner, file: node.file, layout: layout)
        var setting = Injection(stored: node.property, form: .argument)
        (setting.isKept, setting.moved) = (false, moved)
        switch node.role {
        case .holder: break
        case .function(let reads):
            let foreign = node.function?.initializer?.foreignRanges ?? []
            let own = node.function?.clause.flatMap {
                node.file.edit(adding: [parameter], to: $0)
            }
            result[node.file.path] =
                foreign.map(node.file.removal) + [own].compactMap(\.self)
                + reads.filter { $0.code != node.property }.map { read in
                    let local = node.function.flatMap { DroppedLocal(parameterFor: read, of: $0) }
                    let dropped = local?.name == node.property ? local?.edit : nil
                    return dropped ?? TextEdit(replacing: read, with: node.property)
                }
        case .caller(let caller):
            let own = isChanged ? edits(of: caller) : []
            for (path, edit) in own { result[path, default: []].append(edit) }
            if let added = node.added, isKept {
                result[node.file.path, default: []] += edits(storing: added, in: initializers)
            }
        case .carrier(var injection):
            // As a default argument would be written: behind what is stored already.
            (injection.form, injection.moved, injection.isKept) = (.argument, moved, isKept)
            injection.parameter = parameter
            let members = MemberInsertion(owner: node.owner, file: node.file)
            if initializers.own.isEmpty, node.owner.kind == .struct, !moved.isEmpty {
                result[node.file.path] = writtenInitializer(setting: moved, isKept: isKept)
            } else if initializers.own.isEmpty, node.owner.kind == .struct {
                result[node.file.path] = [
                    members.edit(storingLast: "\(node.keepsDefault ? "var" : "let") \(parameter)")
                ]
            } else {
                var lines = ["\(node.isShared ? "" : "private ")let \(node.property): \(instance.type)"]
                if !injection.isKept { lines = [] }
                if initializers.own.isEmpty {
                    let inherited = SuperInitializer(of: node.owner, in: request)
                    let new = initializers.new([injection], behind: inherited?.parameters ?? [])
                    lines.append("")
                    lines += inherited?.completing(new, layout) ?? new
                }
                let stored = lines.isEmpty ? [] : [members.edit(inserting: lines, afterStored: true)]
                result[node.file.path] = stored + initializers.edits([injection])
            }
            return result
        }
        if !moved.isEmpty { result[node.file.path, default: []] += initializers.edits([setting]) }
        return result
    }

    /// Returns the edits by which a class keeps what its initializers only read so far.
    private func edits(storing added: HeldProperty, in initializers: Initializers) -> [TextEdit] {
        let takers = node.caller?.takers ?? []
        var injection = Injection(stored: added.name, form: .argument)
        injection.own = Dictionary(
            takers.compactMap { taker in taker.initializer.map { ($0, taker.name) } },
            uniquingKeysWith: { first, _ in first }
        )
        let line = "\(node.isShared ? "" : "private ")let \(added.name): \(instance.type)"
        let members = MemberInsertion(owner: node.owner, file: node.file)
        return [members.edit(inserting: [line], afterStored: true)] + initializers.edits([injection])
    }

    /// The edits that write down the initializer of a structure, which sets properties itself.
    private func writtenInitializer(setting moved: [InitialValue], isKept: Bool) -> [TextEdit] {
        let moving = MovedValues(owner: node.owner, file: node.file, index: request.index, instance: instance)
        guard let written = moving.initializer(setting: Set(moved.map(\.declaration))) else { return [] }
        let layout = request.house.layout(of: node.file.path)
        let indent = node.file.indent(of: node.owner.node.offset) + layout.indentation
        let statements =
            (isKept ? ["self.\(node.property) = \(node.property)"] : [])
            + moved.map { $0.statement(indent: indent + layout.indentation, layout) }
        let stored = "\(node.isShared ? "" : "private ")let \(node.property): \(instance.type)"
        let lines =
            (isKept ? [stored] : []) + [""]
            + written.lines(adding: parameter, statements, layout, indent: indent)
        let insertion = MemberInsertion(owner: node.owner, file: node.file)
        return [insertion.edit(inserting: lines, afterStored: true)] + moved.compactMap(\.removal)
    }

    private func edits(of caller: DefaultedCaller) -> [(path: String, edit: TextEdit)] {
        if node.isRequired { return caller.edits(requiring: caller.type, isShared: node.isShared) }
        // A convenience initializer takes what a call of it passes.
        let passing = graph.passing(node).map(\.construction)
        let called = Set(graph.passing(node).compactMap(\.initializer))
        return caller.takers.filter { $0.initializer.map(called.contains) == true }.flatMap { taker in
            let isRequired =
                node.unclear.isEmpty
                && node.calls.allSatisfy { call in
                    call.initializer != taker.initializer || call.isPassed
                        || passing.contains { $0.node == call.construction.node }
                }
            let edits = taker.forwarding(isRequired: isRequired, as: caller.type, labelled: caller.label)
            return edits.map { (taker.file.path, $0) }
        }
    }

    /// The edits that import the accessor's module where it is named, and that of the instance's type.
    var imports: [(path: String, edit: TextEdit)] {
        let makers = graph.passing(node).compactMap { call -> ParsedFile? in
            if case .accessor(nil) = call.source { call.construction.file } else { call.planned?.file }
        }
        let own = node.isCarrier ? [node.file] : []
        let (index, name) = (request.index, instance.expression(in: request.singleton).firstName)
        func edit(of module: String, naming name: String, in file: ParsedFile) -> (path: String, edit: TextEdit) {
            (file.path, file.edit(importing: index.imports(of: file).text(of: module, naming: name, kind: nil)))
        }
        let types = own.compactMap { file in
            index.imports(of: file).missing(typeOf: instance).map {
                edit(of: $0, naming: index.outerName(ofType: instance), in: file)
            }
        }
        return types
            + (own + makers).compactMap { file in
                index.imports(of: file).missing(instance, of: request.singleton).map {
                    edit(of: $0, naming: name, in: file)
                }
            }
    }

    /// What a maker takes to pass it on.
    private var parameter: String {
        let value = node.keepsDefault ? " = \(instance.isOwnType ? node.fallback ?? access : access)" : ""
        return "\(node.property): \(instance.type)\(value)"
    }

    /// The accessor as roots and tests write it: spelled out, so that the map sees it.
    private var access: String { instance.expression(in: request.singleton) }
}
