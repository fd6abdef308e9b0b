import SeamKit

/// Finds the type that is written for a value whose own text leaves it out: `let row: Row = .init()`.
struct WrittenType {
    let index: TypeIndex
    let file: ParsedFile

    /// Returns the last name of the type, without marks of optionals and generic arguments; nil if it isn't written.
    func type(of value: ExpressionNode) -> String? {
        switch value.writtenTypeSource {
        case .type(let type): return name(of: type)
        case .argument(let label?, let call):
            let called = call.calleeText
            return (called == ".init" ? type(of: call.expression) : called).flatMap { taken(label, by: $0) }
        default: return nil
        }
    }

    private func name(of type: TypeNode?) -> String? {
        var structure = type?.structure
        while let wrapped = structure?.wrapped { structure = wrapped }
        return structure?.simpleName
    }

    /// The type of an argument that the initializers of a type take.
    private func taken(_ label: String, by type: String) -> String? {
        guard type.isPlainName, type.first?.isUppercase == true, let declared = index.type(type, inFile: file.path)
        else { return nil }
        let initializers = index.parts(of: declared.owner).flatMap(\.owner.initializers)
        var types = initializers.flatMap(\.parameters).filter { $0.label == label }.map { name(of: $0.typeNode) }
        if declared.owner.kind == .struct, initializers.isEmpty {
            types = declared.owner.variables.flatMap(\.parts).filter { $0.written == label }.map { name(of: $0.type) }
        }
        return Set(types).count == 1 ? types[0] : nil
    }
}
