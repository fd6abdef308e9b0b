import SeamKit

/// A value of swift-dependencies that the tree declares: `extension DependencyValues { var account: Account }`.
struct DependencyKey {
    let name: String
    let index: CodeTree

    private typealias Value = (name: String, declaration: PropertyNode, owner: OwnerDecl?)

    /// Whether it is always the same object: its key has one for programs and tests, and nothing sets another.
    var isConstant: Bool {
        let found = index.parts(called: "DependencyValues").flatMap { file, owner in
            owner.variables.filter { $0.part?.name?.withoutBackticks == name }.map { (file, owner, $0) }
        }
        guard found.count == 1, let (file, owner, variable) = found.first,
            let setters = replacement(of: name, in: owner, file).places(of: variable),
            setters.allSatisfy({ BeforeReplacement.isNeverReached($0, index: index) }),
            let body = variable.declaration(in: file.document)?.body(of: "get")
        else { return false }
        let keys = Set((body.actions.map(\.chain) + [body.result]).compactMap { $0?.keyOfSelf })
        guard keys.count == 1, let key = keys.first.flatMap({ index.type($0, inFile: file.path) }) else { return false }
        return isConstant(key)
    }

    /// Returns whether all values of a key are one object.
    private func isConstant(_ key: CodeTree.Declaration) -> Bool {
        let names: Set = ["liveValue", "testValue", "previewValue"]
        let values = key.owner.variables.filter { names.contains($0.part?.name ?? "") }.map { value(of: $0, in: key) }
        guard let first = values.first, let first, values.allSatisfy({ $0?.declaration == first.declaration }) else {
            return false
        }
        let owner = first.owner.flatMap { $0.kind == .file ? nil : $0 }
        return replacement(of: first.name, in: owner, key.file).places(of: first.declaration)?.isEmpty == true
    }

    private func value(of variable: PropertyNode, in key: CodeTree.Declaration) -> Value? {
        if variable.isLet, let name = variable.part?.name { return (name, variable, key.owner) }
        let isOfType =
            key.owner.name.contains(".")
            || index.memberNames(of: key.owner).contains(variable.part?.returned?.code ?? "")
        return variable.returnedVariable(in: key.file, of: isOfType ? key.owner : nil)
    }

    private func replacement(of name: String, in type: OwnerDecl?, _ file: ParsedFile) -> Replacement {
        Replacement(name: name, type: type, isReference: true, path: file.path, index: index)
    }
}

extension CodeBody.Action {
    /// The chain that runs, or whose value a name gets.
    fileprivate var chain: CodeBody.Chain? {
        switch kind {
        case .chain(let chain): chain
        case .binding(_, type: _, value: let chain): chain
        default: nil
        }
    }
}

extension CodeBody.Chain {
    /// The type in the brackets of `self[AccountKey.self]`; nil for other names.
    fileprivate var keyOfSelf: String? {
        guard case .selfValue = root, case .element(let arguments)? = steps.first,
            case .name(let name)? = arguments.first?.value.root
        else { return nil }
        return name
    }
}
