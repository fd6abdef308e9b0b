import SeamKit
import SwiftSyntax

/// The edits that let one type take the instance, and that pass it wherever the type is made.
struct ThreadEdits {
    let node: ThreadNode
    let service: Service
    /// The accessor as roots and tests write it.
    let access: String

    /// The files that say the accessor or the instance's type after the edits.
    var files: [ParsedFile] {
        let makers = node.sites.filter { if case .accessor = $0.source { true } else { false } }
        let own: [ParsedFile] = if case .carrier = node.role { [node.file] } else { [] }
        return own + makers.map(\.construction.file)
    }

    /// Edits by the path of their file.
    func edits(_ nodes: [String: ThreadNode]) -> [String: [TextEdit]] {
        var result: [String: [TextEdit]] = [:]
        switch node.role {
        case .holder: return [:]
        case .caller(let caller): result[node.file.path] = caller.edits(type: service.type, isShared: node.isShared)
        case .carrier(let injection):
            var lines = ["\(node.isShared ? "" : "private ")let \(node.property): \(service.type)"]
            let initializers = Initializers(owner: node.owner, file: node.file)
            if initializers.own.isEmpty { lines += [""] + initializers.new([injection]) }
            let insertion = MemberInsertion(owner: node.owner, file: node.file).edit(lines)
            result[node.file.path] = [insertion] + initializers.edits([injection])
        }
        for site in node.sites {
            let path = site.construction.file.path
            let value: String
            switch site.source {
            case .passed: continue
            case .accessor: value = access
            case .property(let owner, let reading):
                guard let maker = nodes[owner] else { continue }
                value = reading.expression(for: maker.property)
                if case .captured(let closure) = reading, let capture = CaptureEdit.edit(closure, [value]),
                    result[path]?.contains(where: { $0 == capture }) != true
                {
                    result[path, default: []].append(capture)
                }
            }
            switch site.argument {
            case .passed(let old):
                result[path, default: []].append(
                    TextEdit(
                        offset: old.positionAfterSkippingLeadingTrivia.utf8Offset,
                        old: old.trimmedDescription,
                        new: value
                    )
                )
            case .insertion(let offset, let text):
                result[path, default: []].append(
                    TextEdit(offset: offset, old: "", new: text.replacing("%", with: value))
                )
            }
        }
        return result
    }
}
