import SeamKit
import SwiftSyntax

/// The edits that let one type take the instance, and that pass it wherever the type is made.
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
        case .caller(let caller): result[node.file.path] = caller.edits(type: instance.type, isShared: node.isShared)
        case .carrier(let injection):
            var lines = ["\(node.isShared ? "" : "private ")let \(node.property): \(instance.type)"]
            let initializers = Initializers(owner: node.owner, file: node.file)
            if initializers.own.isEmpty { lines += [""] + initializers.new([injection]) }
            let insertion = MemberInsertion(owner: node.owner, file: node.file).edit(inserting: lines)
            result[node.file.path] = [insertion] + initializers.edits([injection])
        }
        for call in node.calls {
            let path = call.construction.file.path
            let value: String
            switch call.source {
            case .passed: continue
            case .accessor: value = access
            case .property(let owner, let reading):
                guard let maker = graph[owner] else { continue }
                value = reading.expression(for: maker.property)
                if let closure = reading.closure, let capture = CaptureEdit.edit(closure, capturing: [value]),
                    result[path]?.contains(where: { $0 == capture }) != true
                {
                    result[path, default: []].append(capture)
                }
            }
            switch call.argument {
            case .passed(let old): result[path, default: []].append(TextEdit(replacing: old, with: value))
            case .insertion(let offset, let text):
                result[path, default: []].append(
                    TextEdit(offset: offset, old: "", new: text.replacing("%", with: value))
                )
            }
        }
        return result
    }

    /// The edits that import the accessor's module where it, or the instance's type, is named.
    var imports: [(path: String, edit: TextEdit)] {
        let makers = node.calls.filter { if case .accessor = $0.source { true } else { false } }
        let own: [ParsedFile] = if case .carrier = node.role { [node.file] } else { [] }
        let name = instance.accessor.expression(in: request.singleton).firstName
        return (own + makers.map(\.construction.file)).compactMap { file in
            request.index.missing(instance, of: request.singleton, in: file).map { module in
                let text = request.index.importText(of: module, naming: name, kind: nil, in: file)
                return (file.path, file.edit(importing: text))
            }
        }
    }

    /// The accessor as roots and tests write it.
    private var access: String {
        for name in graph.order {
            // Spelled out, so that the map sees it.
            if case .caller(let caller)? = graph[name]?.role {
                return (caller.fallback.hasPrefix(".") ? instance.type : "") + caller.fallback
            }
        }
        return instance.type + "." + instance.accessor.name
    }
}
