import SwiftSyntax

extension TypeIndex {
    /// Returns whether a type, or something that it inherits from in the tree, names one of these, with a module or without.
    func conforms(_ name: String, to protocols: Set<String>) -> Bool {
        var seen: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let inherited = exactParts(of: next).flatMap(\.owner.inherited)
            if inherited.contains(where: { protocols.contains(plainName($0)) }) { return true }
            open += inherited
        }
        return false
    }

    /// Returns a name without what stands before its first dot, if that is no type of the tree, and so a module.
    private func plainName(_ name: String) -> String {
        guard let dot = name.firstIndex(of: "."), declarations(of: String(name[..<dot])).isEmpty else { return name }
        return String(name[name.index(after: dot)...])
    }

    /// Returns what a type inherits from outside the tree, directly or by what it inherits from in the tree.
    func inherited(by name: String) -> Set<String> {
        var seen: Set<String> = []
        var open = exactParts(of: name).flatMap(\.owner.inherited)
        while let next = open.popLast() {
            guard seen.insert(plainName(next)).inserted else { continue }
            open += exactParts(of: next).flatMap(\.owner.inherited)
        }
        // What is only extended here is declared elsewhere.
        return seen.filter { declarations(of: $0).allSatisfy { $0.owner.kind == .extension } }
    }

    /// Returns the superclasses of a type that are in the tree.
    func superclasses(of owner: OwnerDecl) -> [OwnerDecl] {
        var result: [OwnerDecl] = []
        var open = owner.inherited
        while let name = open.popLast() {
            guard let found = type(name)?.owner, found.kind == .class,
                !result.contains(where: { $0.name == found.name })
            else { continue }
            result.append(found)
            open += found.inherited
        }
        return result
    }

    /// Returns the declarations and extensions of a type: if one has exactly this name, none of a type in another one.
    func exactParts(of name: String) -> [Declaration] {
        let all = declarations(of: name)
        let exact = all.filter { $0.owner.name == name }
        return exact.contains { $0.owner.kind != .extension } ? exact : all
    }

    /// Returns the names of a type, its subclasses and the other names for them, and all that they inherit.
    func relatives(of type: String) -> (names: Set<String>, inherited: Set<String>) {
        var names: Set<String> = []
        var inherited: Set<String> = []
        var open = [type]
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            for path in paths(saying: name) {
                guard let file = file(path) else { continue }
                for owner in file.owners
                where owner.kind == .class && owner.inherited.contains(where: { AccessorNames.last($0) == name }) {
                    open.append(owner.simpleName)
                }
                for token in file.tokens("typealias") {
                    guard let alias = token.parent?.as(TypeAliasDeclSyntax.self),
                        AccessorNames.words(alias.initializer.value.trimmedDescription).contains(name)
                    else { continue }
                    open.append(alias.name.text.trimmingBackticks)
                }
            }
        }
        var left = names.flatMap { declarations(of: $0).flatMap(\.owner.inherited) }
        while let next = left.popLast() {
            // A composition names several.
            for name in AccessorNames.words(next) where inherited.insert(name).inserted {
                left += declarations(of: name).flatMap(\.owner.inherited)
            }
        }
        return (names, inherited)
    }
}
