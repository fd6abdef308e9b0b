import SeamKit

/// Finds what may replace the instance that a static variable or a global has.
struct Replacement {
    let accessor: Singleton.Accessor
    /// The last name of the type around the variable; empty for a global.
    let type: String
    let index: TypeIndex

    /// Returns whether something of the tree, or code that uses it, may replace the instance.
    func isPossible(for variable: PropertyNode) -> Bool {
        // Code outside of the tree, or in Objective-C, may set what it sees.
        if variable.modifierList.has("public", "open"), !variable.hasSetterAccess { return true }
        if index.sources.otherFiles.objectiveC.contains(where: { says($0, type.isEmpty ? accessor.name : type) }) {
            return true
        }
        return index.paths(saying: accessor.name).contains { path in
            guard let file = index.file(path) else { return true }
            return file.tokens(accessor.name).contains(where: isReplaced)
        }
    }

    private func says(_ path: String, _ word: String) -> Bool {
        index.bytes(path).map { WordSearch.contains(word, in: $0) } ?? true
    }

    /// Returns whether a mention of the name is one of the variable, and sets it or passes it to be set.
    private func isReplaced(_ token: TokenNode) -> Bool {
        guard let name = token.nameNode, isOwn(name) else { return false }
        // A key path may be used to set.
        return token.isAssignedName || name.expression.isPassedInOut || name.expression.isInKeyPath
    }

    private func isOwn(_ name: NameNode) -> Bool {
        guard let last = name.base?.code.lastName else { return true }
        // Another name may stand for the type.
        return last == type || last.first?.isUppercase == false || last == "Self" || index.type(last) == nil
    }
}
