import SeamKit

/// Finds the type that a call of a function of the tree returns, as its declaration says.
struct FunctionResult {
    let index: CodeTree

    /// A written type, and the type or file in which it is written.
    typealias Written = (type: TypeNode, owner: OwnerDecl)

    /// Returns the declared result of a call: `make()`, `Factory.make()`; nil if no declaration says it, or several differ.
    ///
    /// - Parameter owner: the type or file around the call.
    func type(of call: CallNode, in owner: OwnerDecl) -> Written? {
        guard let (name, base) = call.callee.reference else { return nil }
        var found: [(function: FunctionNode, owner: OwnerDecl)] = []
        let text = base?.code
        let isOwn = text == nil || text == "Self"
        let parts = isOwn ? index.parts(of: owner) : text.flatMap { index.id($0, in: owner) }.map(index.parts) ?? []
        for (_, owner) in parts {
            found += owner.functions.filter { $0.modifierList.says("static", "class") }.map { ($0, owner) }
        }
        found = found.filter { $0.function.ownName.withoutBackticks == name }
        if found.isEmpty, base == nil { found = global(name) }
        guard let first = found.first, let result = first.function.ownResult,
            found.allSatisfy({ $0.function.ownResult?.code == result.code })
        else { return nil }
        return (result, first.owner)
    }

    private func global(_ name: String) -> [(function: FunctionNode, owner: OwnerDecl)] {
        index.paths(saying: "func", name).compactMap { index.file($0) }.flatMap { file in
            file.global.functions.filter { $0.ownName.withoutBackticks == name }.map { ($0, file.global) }
        }
    }
}
