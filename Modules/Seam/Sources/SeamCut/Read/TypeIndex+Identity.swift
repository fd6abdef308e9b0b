import SeamKit

/// Types by their identity.
extension TypeIndex {
    /// Returns the type that a declaration or an extension belongs to; nil for a file.
    func id(of owner: OwnerDecl) -> TypeID? {
        guard owner.kind != .file else { return nil }
        return known(\.ids, CodeGraph.Place(file: owner.path, offset: owner.nameOffset)) { graph.type(at: $0) }
    }

    /// Returns the type that a name means in a type, an extension or a file; nil if the tree has none, or if several may be meant.
    func id(_ name: String, in owner: OwnerDecl) -> TypeID? {
        if let all = file(owner.path)?.localTypes, !all.isEmpty {
            // A function may have a type of its own, and the name may stand in it.
            let local = all.filter { $0.simpleName == name.firstName && (owner.isLocal || owner.contains($0)) }
            if !local.isEmpty { return local.count == 1 && owner.isLocal ? id(of: local[0]) : nil }
        }
        return id(name, inFile: owner.path, inside: id(of: owner))
    }

    /// Returns the type that a name means in a file.
    ///
    /// - Parameter enclosing: the type around the place; nil for none.
    func id(_ name: String, inFile path: String, inside enclosing: TypeID? = nil) -> TypeID? {
        graph.onlyType(called: name, in: path, inside: enclosing)
    }

    /// Returns the declarations and extensions of a type, in order of files and places.
    func parts(of type: TypeID) -> [Declaration] {
        known(\.parts, type) { type in
            let places = Dictionary(grouping: graph.parts(of: type).map(\.place), by: \.file)
            return places.sorted { $0.key < $1.key }.flatMap { path, places -> [Declaration] in
                guard let file = file(path) else { return [] }
                let offsets = Set(places.map(\.offset))
                return file.owners.filter { offsets.contains($0.nameOffset) }.map { (file, $0) }
            }
        }
    }

    /// Returns the declarations and extensions of the type of one of them.
    func parts(of owner: OwnerDecl) -> [Declaration] {
        guard let id = id(of: owner) else { return file(owner.path).map { [($0, owner)] } ?? [] }
        return parts(of: id)
    }

    /// Returns the declaration of a type, without its extensions; nil if there is none, or if branches of `#if` have several.
    func declaration(of type: TypeID) -> Declaration? {
        let all = parts(of: type).filter { $0.owner.kind != .extension }
        return all.count == 1 ? all[0] : nil
    }

    /// Returns the declaration of the type of an extension, or of one of its declarations.
    func declaration(of owner: OwnerDecl) -> Declaration? { id(of: owner).flatMap(declaration) }

    /// Returns the declaration of the type that a name means in a type, an extension or a file.
    func type(_ name: String, in owner: OwnerDecl) -> Declaration? { id(name, in: owner).flatMap(declaration) }

    /// Returns the declaration of the type that a name means in a file, outside of its types.
    func type(_ name: String, inFile path: String) -> Declaration? { id(name, inFile: path).flatMap(declaration) }

    /// Returns the declaration of an instance's type.
    func type(of instance: InjectedType) -> Declaration? { id(of: instance).flatMap(declaration) }

    /// Returns the declarations and extensions of an instance's type.
    func parts(of instance: InjectedType) -> [Declaration] { id(of: instance).map(parts) ?? [] }

    /// Returns an instance's type.
    func id(of instance: InjectedType) -> TypeID? { id(instance.typeName, homeOf: instance.accessor.file) }

    /// Returns the declaration of a singleton's type.
    func type(of singleton: Singleton) -> Declaration? {
        id(singleton.name, homeOf: singleton.file).flatMap(declaration)
    }

    /// Returns the declarations and extensions of a singleton's type.
    func parts(of singleton: Singleton) -> [Declaration] { id(singleton.name, homeOf: singleton.file).map(parts) ?? [] }

    /// Returns the type of a name in the file that declares something; what no file declares is a framework's.
    private func id(_ name: String, homeOf path: String) -> TypeID? {
        if !path.isEmpty { return id(name, inFile: path) }
        let all = graph.types(called: name)
        return all.count == 1 ? all[0] : nil
    }

    /// Returns the declaration of the only type with this name, with those around it: one that an option names, and no code.
    func type(named name: String) -> Declaration? {
        let all = graph.types(called: name).filter(graph.isDeclared)
        return all.count == 1 ? declaration(of: all[0]) : nil
    }

    /// Returns what identifies the type of a declaration or an extension among all of the tree, in the order of their names.
    func key(of owner: OwnerDecl) -> String {
        let all = parts(of: owner).map(\.owner)
        let first = all.first(where: \.isDeclaration) ?? all.first ?? owner
        return "\(owner.name) \(first.path):\(first.nameOffset)"
    }

    /// Returns whether both belong to one type.
    func isSame(_ first: OwnerDecl, _ second: OwnerDecl) -> Bool {
        first == second || id(of: first).map { $0 == id(of: second) } == true
    }

    /// Returns whether a class of the tree inherits from a type, or may.
    func isInherited(_ owner: OwnerDecl) -> Bool { id(of: owner).map(graph.mayHaveSubclass) ?? true }

    // MARK: What a type inherits

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

    /// Returns a name without what stands before its first dot, if that is no type of the tree, and so a module.
    private func plainName(_ name: String) -> String {
        guard let dot = name.firstIndex(of: "."), graph.types(called: String(name[..<dot])).isEmpty else { return name }
        return String(name[name.index(after: dot)...])
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
}
