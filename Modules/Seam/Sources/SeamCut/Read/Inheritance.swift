import SeamKit

/// What types inherit.
extension CodeTree {
    /// Returns the names of everything that a type and its extensions declare.
    func memberNames(of owner: OwnerDecl) -> Set<String> {
        guard let id = id(of: owner) else { return owner.memberNames }
        return known(\.memberNames, id) { Set(parts(of: $0).flatMap(\.owner.memberNames)) }
    }

    /// Returns the names after the colons of a type and its extensions, each with the type that it means; nil for one from outside.
    func inheritance(of parts: [Declaration]) -> [(name: String, type: TypeID?)] {
        parts.flatMap { part in part.owner.inherited.map { ($0, id($0, in: part.owner)) } }
    }

    /// Returns whether a type, or something that it inherits from in the tree, names one of these, with a module or without.
    func conforms(_ owner: OwnerDecl, to protocols: Set<String>) -> Bool {
        var seen: Set<TypeID> = []
        var open = [parts(of: owner)]
        while let next = open.popLast() {
            for (name, type) in inheritance(of: next) {
                if protocols.contains(plainName(name)) { return true }
                if let type, seen.insert(type).inserted { open.append(parts(of: type)) }
            }
        }
        return false
    }

    /// Returns whether a type is another one, or inherits from it.
    func inherits(_ owner: OwnerDecl, from other: OwnerDecl) -> Bool {
        id(of: other).map { inherits(owner, from: $0) } ?? false
    }

    func inherits(_ owner: OwnerDecl, from wanted: TypeID) -> Bool {
        var seen: Set<TypeID> = []
        var open = [id(of: owner)].compactMap(\.self)
        while let next = open.popLast() {
            if next == wanted { return true }
            if seen.insert(next).inserted { open += inheritance(of: parts(of: next)).compactMap(\.type) }
        }
        return false
    }

    /// Returns what a type inherits from outside the tree, directly or by what it inherits from in the tree.
    func inherited(by owner: OwnerDecl) -> Set<String> {
        var (found, seen): (Set<String>, Set<TypeID>) = ([], [])
        var open = [parts(of: owner)]
        while let next = open.popLast() {
            for (name, type) in inheritance(of: next) {
                // What is only extended here is declared elsewhere.
                if type.map(graph.isDeclared) != true { found.insert(plainName(name)) }
                if let type, seen.insert(type).inserted { open.append(parts(of: type)) }
            }
        }
        return found
    }

    /// Returns the superclasses of a type that are in the tree.
    func superclasses(of owner: OwnerDecl) -> [OwnerDecl] {
        var result: [OwnerDecl] = []
        var open = [owner]
        while let next = open.popLast() {
            for name in next.inherited {
                guard let found = type(name, in: next)?.owner, found.kind == .class, !result.contains(found) else {
                    continue
                }
                result.append(found)
                open.append(found)
            }
        }
        return result
    }

    /// Returns the classes that inherit directly from a class.
    func subclasses(of owner: OwnerDecl) -> [OwnerDecl] {
        guard isInherited(owner), let type = id(of: owner) else { return [] }
        return paths(saying: owner.simpleName).compactMap(file).flatMap(\.owners).filter { subclass in
            guard subclass.kind == .class, let name = subclass.inherited.first else { return false }
            return name.lastName == owner.simpleName && id(name, in: subclass) == type
        }
    }

    /// Returns whether what stands before a dot is the name of a type of the tree that has not, and doesn't inherit, what another has.
    ///
    /// - Parameter type: the other; nil for a global.
    func isAnother(_ base: ExpressionNode, than type: TypeID?, in file: ParsedFile) -> Bool {
        let around = file.owner(around: base).flatMap(id(of:))
        if let around, ["Self", "self"].contains(base.code) {
            let others = [around, type].compactMap(\.self).compactMap(declaration(of:)).map(\.owner)
            return others.count == 2 && !inherits(others[0], from: others[1]) && !inherits(others[1], from: others[0])
        }
        guard let meant = id(base.code, inFile: file.path, inside: around) else {
            // The name may mean one of several types.
            let name = base.code.lastName
            return type.map(graph.name(of:))?.lastName != name && !lastNames.types(name).isEmpty
        }
        guard let type, graph.isDeclared(meant) else { return graph.isDeclared(meant) }
        return declaration(of: meant).map { !inherits($0.owner, from: type) } ?? (meant != type)
    }

    /// Returns a name without what stands before its first dot, if that is no type of the tree, and so a module.
    private func plainName(_ name: String) -> String {
        guard let dot = name.firstIndex(of: "."), graph.types(called: String(name[..<dot])).isEmpty else { return name }
        return String(name[name.index(after: dot)...])
    }
}

extension CodeTree {
    /// Returns whether a type certainly inherits from no class.
    func isWithoutSuperclass(_ owner: OwnerDecl) -> Bool {
        owner.kind == .actor
            || owner.inherited.allSatisfy { name in
                type(name, in: owner)?.owner.kind == .protocol
                    || name == "ObservableObject" || StandardLibrary.isProtocol(name)
            }
    }
}
