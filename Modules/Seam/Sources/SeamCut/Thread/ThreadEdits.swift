import SeamKit
import SwiftSyntax

/// The edits that let one type or function take the instance, and that pass it wherever the type is made or the function called.
struct ThreadEdits {
    let node: ThreadNode
    let graph: ThreadGraph
    let instance: InjectedType
    let request: CutRequest

    /// Edits by the path of their file.
    var edits: [String: [TextEdit]] {
        var result: [String: [TextEdit]] = [:]
        switch node.role {
        case .holder: return [:]
        case .function(let parameter): result[node.file.path] = [parameter]
        case .caller(let caller): for (path, edit) in edits(of: caller) { result[path, default: []].append(edit) }
        case .carrier(var injection):
            // As a default argument would be written: behind what is stored already.
            injection.form = .argument
            let initializers = Initializers(owner: node.owner, file: node.file)
            let members = MemberInsertion(owner: node.owner, file: node.file)
            if initializers.own.isEmpty, node.owner.kind == .struct {
                result[node.file.path] = [members.edit(storingLast: "let \(node.property): \(instance.type)")]
            } else {
                var lines = ["\(node.isShared ? "" : "private ")let \(node.property): \(instance.type)"]
                if initializers.own.isEmpty { lines += [""] + initializers.new([injection]) }
                result[node.file.path] =
                    [members.edit(inserting: lines, afterStored: true)] + initializers.edits([injection])
            }
        }
        for call in passing {
            guard let argument = call.argument else { continue }
            let path = call.construction.file.path
            let value: String
            switch call.source {
            case .passed, .none: continue
            case .accessor: value = access
            case .maker(let found):
                value = found.expression
                if let closure = found.capture,
                    let capture = CaptureEdit.edit(closure, capturing: [String(value.prefix { $0 != "." })]),
                    result[path]?.contains(where: { $0 == capture }) != true
                {
                    result[path, default: []].append(capture)
                }
            }
            result[path, default: []].append(argument.edit(passing: value))
        }
        return result
    }

    /// The calls that get an argument.
    var passing: [ThreadCall] {
        node.calls.filter { call in
            !call.isPassed && (node.isRequired || !call.isLazy) && graph.obstacle(of: call, to: node) == nil
        }
    }

    private func edits(of caller: DefaultedCaller) -> [(path: String, edit: TextEdit)] {
        if node.isRequired { return caller.edits(requiring: caller.type, isShared: node.isShared) }
        // A convenience initializer takes what a call of it passes.
        let called = Set(passing.compactMap { $0.initializer?.id })
        return caller.takers.filter { $0.initializer.map { called.contains($0.id) } == true }.flatMap { taker in
            taker.forwarding(isRequired: false, as: caller.type, labelled: caller.label).map { (taker.file.path, $0) }
        }
    }

    /// The edits that import the accessor's module where it, or the instance's type, is named.
    var imports: [(path: String, edit: TextEdit)] {
        let makers = passing.filter { if case .accessor = $0.source { true } else { false } }
        let own = node.isCarrier ? [node.file] : []
        let name = instance.accessor.expression(in: request.singleton).firstName
        return (own + makers.map(\.construction.file)).compactMap { file in
            request.index.missing(instance, of: request.singleton, in: file).map { module in
                let text = request.index.importText(of: module, naming: name, kind: nil, in: file)
                return (file.path, file.edit(importing: text))
            }
        }
    }

    /// The accessor as roots and tests write it: spelled out, so that the map sees it.
    private var access: String { instance.accessor.expression(in: request.singleton) }
}
