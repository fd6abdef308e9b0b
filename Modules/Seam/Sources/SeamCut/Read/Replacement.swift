import SeamKit

/// Finds what may replace the instance that a static variable or a global has.
struct Replacement {
    let name: String
    /// The type around the variable; nil for a global.
    let type: OwnerDecl?
    /// Whether the instance is an object. Whoever changes a part of a value has another value.
    let isReference: Bool
    /// The path of its file.
    let path: String
    let index: CodeTree

    /// A name of the variable, where another instance takes its place.
    typealias Place = (file: ParsedFile, token: TokenNode)

    /// Returns where the tree replaces the instance; nil if it may do so elsewhere.
    func places(of variable: PropertyNode) -> [Place]? {
        if variable.isLet { return [] }
        // Objective-C may set what it sees.
        if index.sources.isSaidByObjectiveC(type?.simpleName ?? name) { return nil }
        var places: [Place] = []
        for path in variable.isPrivate ? [path] : index.paths(saying: name) {
            guard let file = index.file(path) else { return nil }
            for token in file.tokens(name) {
                guard let name = token.nameNode, isOwn(name, in: file) else { continue }
                // A key path may be used to set, but not that of `@Dependency(\.account)`.
                let isReplaced =
                    token.isAssignedName || name.expression.isWritten || name.expression.isPassedInOut
                    || name.expression.isInKeyPath && !name.expression.isArgument(ofAttribute: "Dependency")
                if isReplaced { places.append((file, token)) }
                if !isReplaced, !isReference, !isReturned(token) { return nil }
            }
        }
        return places
    }

    /// Returns whether code outside of the tree may set a variable.
    func isOpen(_ variable: PropertyNode) -> Bool {
        !variable.isLet && variable.modifierList.has("public", "open") && !variable.hasSetterAccess
            && !index.hasAllUsers(ofFile: path)
    }

    private func isOwn(_ name: NameNode, in file: ParsedFile) -> Bool {
        let own = type.flatMap(index.id(of:))
        if let base = name.base { return !index.isAnother(base, than: own, in: file) }
        guard let own, let owner = file.owner(around: name.expression) else { return true }
        return index.inherits(owner, from: own) || index.id(of: owner).map { index.graph.isNested($0, in: own) } == true
    }

    /// Returns whether the name is all that a computed property returns.
    private func isReturned(_ token: TokenNode) -> Bool {
        token.outerDeclaration?.property?.part?.computed.map { $0.code.lastName == name } == true
    }
}

extension CodeTree {
    /// Returns whether nobody but the tree uses what a file makes public: other modules of the tree import its modules, and neither
    /// the package at the root of the tree nor a pod gives them away.
    func hasAllUsers(ofFile path: String) -> Bool {
        modules.modules(compiling: path).allSatisfy { name in
            guard let module = module(name), module.manifest != "Package.swift", module.origin != .podspec else {
                return false
            }
            return sources.withoutTests.contains { file in
                file.module != name && file.imports.contains { $0.module == name }
            }
        }
    }
}
