import SeamKit

/// Finds what names and types mean where code stands. Nothing runs.
struct ReachLookup {
    let index: CodeTree

    /// A declaration that a name may mean.
    struct Member {
        let declaration: Declaration
        /// The type that has it, or that it extends; nil for a global.
        let owner: CodeTree.TypeID?
    }

    // MARK: Types

    /// Returns what is known of a value of a type.
    func value(of type: TypeStructure, in frame: ReachFrame) -> ReachValue {
        let type = type.unmodified
        if let inner = type.wrapped { return value(of: inner, in: frame) }
        if let element = type.element { return .list(value(of: element, in: frame)) }
        if type.keyAndValue != nil { return .list(.unknown) }
        switch type {
        case .existential(let inner), .opaque(let inner): return value(of: inner, in: frame)
        case .metatype(let inner, _):
            let name = inner.fullName ?? ""
            return self.type(name, in: frame).map { .type($0) } ?? .foreignType(name)
        case .tuple(let elements): return elements.isEmpty ? .plain : .unknown
        case .composition(let parts): return .several(parts.map { value(of: $0, in: frame) })
        default: break
        }
        guard let name = type.fullName else { return .unknown }
        if name == "Self" { return frame.dynamic.map { .instance($0, isShared: frame.isShared) } ?? .unknown }
        if let found = self.type(name, in: frame) {
            // A subclass may override what is called.
            let isClass = index.code(of: found).contains { $0.kind == .class && !$0.hasModifier("final") }
            return isClass && index.graph.mayHaveSubclass(of: found) ? .unknown : .instance(found, isShared: false)
        }
        if let found = value(ofAlias: name) { return found }
        return isDeclared(name, in: frame) || index.lastNames.isAlias(name) ? .unknown : .foreign(name, isShared: false)
    }

    /// Returns the type that a name means in code, if the tree declares it there, and only once.
    func type(_ name: String, in frame: ReachFrame) -> CodeTree.TypeID? {
        index.onlyDeclared(name, inFile: frame.document.path, inside: frame.owner)
    }

    /// Returns whether a name means something that the tree declares.
    func isDeclared(_ name: String, in frame: ReachFrame) -> Bool {
        index.id(name, inFile: frame.document.path, inside: frame.owner).map(index.graph.isDeclared) == true
    }

    /// Returns what is known of a value of a type; nil if nothing is, so that the value itself may say more.
    func known(of type: TypeStructure, in frame: ReachFrame) -> ReachValue? {
        let found = value(of: type, in: frame)
        switch found {
        case .unknown: return nil
        case .instance(let type, _): return index.code(of: type).contains { $0.kind == .protocol } ? nil : found
        default: return found
        }
    }

    /// Returns what is known of a value whose type has another name.
    private func value(ofAlias name: String) -> ReachValue? {
        index.alias(name).flatMap { alias in
            alias.aliased.map { value(of: $0, in: ReachFrame(document: alias.document)) }
        }
    }

    // MARK: Members

    /// Returns the members of a type by name: its own, or those that it inherits in the tree.
    func members(_ name: String, of type: CodeTree.TypeID, isStatic: Bool) -> [Member] {
        var seen: Set<CodeTree.TypeID> = []
        var open = [type]
        while !open.isEmpty {
            var (found, next): ([Member], [CodeTree.TypeID]) = ([], [])
            for current in open where seen.insert(current).inserted {
                for part in index.code(of: current) {
                    found += index.members(name, of: part).filter {
                        (isStatic ? $0.isStatic || $0.kind == .enumCase : !$0.isStatic && $0.kind != .enumCase)
                    }.filter { _ in part.kind != .protocol }.map { Member(declaration: $0, owner: current) }
                    next += part.inherited.compactMap(\.type.fullName).compactMap {
                        index.id($0, inFile: part.document.path, inside: current)
                    }
                }
            }
            if !found.isEmpty { return found }
            open = next
        }
        return []
    }

    /// Returns the members that the tree adds to a type that it doesn't declare.
    func members(_ name: String, ofForeign type: String, isStatic: Bool, in frame: ReachFrame) -> [Member] {
        let extended = index.id(type, inFile: frame.document.path)
        return extended.map { members(name, of: $0, isStatic: isStatic) } ?? []
    }

    /// Returns whether a type is a protocol that leaves it to its types what a member does.
    func isRequired(_ name: String, by type: CodeTree.TypeID) -> Bool {
        index.code(of: type).contains { part in
            part.kind == .protocol && part.members.flattened.contains { $0.declares(name) }
        }
    }

    /// Returns the type of a name that a type declares, or inherits.
    func nestedType(_ name: String, of type: CodeTree.TypeID, in found: [Member]) -> CodeTree.TypeID? {
        index.graph.type(called: name, nestedIn: type)
            ?? found.first { $0.declaration.isConcreteType }?.owner.flatMap {
                index.graph.type(called: name, nestedIn: $0)
            }
    }

    /// Returns the superclass that the tree declares; nil if there is none.
    func superclass(of type: CodeTree.TypeID) -> CodeTree.TypeID? {
        guard let own = index.code(of: type).first(where: { $0.kind == .class }) else { return nil }
        let frame = ReachFrame(owner: type, dynamic: type, document: own.document)
        return own.inherited.lazy.compactMap { $0.type.fullName.flatMap { self.type($0, in: frame) } }
            .first { index.code(of: $0).contains { $0.kind == .class } }
    }

    /// Returns the types of the tree with a static member or a case of a name; nil if too many files declare it.
    func declaring(_ name: String) -> [CodeTree.TypeID]? {
        index.known(\.owners, name) { name in
            let openers = ["case", "let", "var", "func", "indirect", ","]
            let paths = index.paths(saying: name).filter { path in
                index.bytes(path).map { WordSearch.declares(name, after: openers, in: $0) } ?? true
            }
            guard paths.count <= 40, name != "init" else { return nil }
            let owners = paths.compactMap(index.file).flatMap(\.owners).filter { owner in
                owner.memberDecls.contains { member in
                    (member.isCase || member.modifierList.says("static", "class"))
                        && member.declaredNames.contains(name)
                }
            }
            return Set(owners.compactMap(index.id(of:))).sorted { index.graph.name(of: $0) < index.graph.name(of: $1) }
        }
    }

    /// Returns what a name may mean that a file declares outside of types; nil if too many files say it. A variable of the module comes
    /// before one that the file imports.
    func globals(_ name: String, in frame: ReachFrame) -> [Declaration]? {
        guard let all = index.lastNames.globals(name) else { return nil }
        let path = frame.document.path
        let modules = Set(index.modules.modules(compiling: path))
        let isNear = { (found: Declaration) in
            !modules.isDisjoint(with: index.modules.modules(compiling: found.document.path))
        }
        let seen = all.filter { found in
            let isPrivate = found.hasModifier("private", "fileprivate")
            let isOpen = found.hasModifier("public", "open", "package")
            return found.document.path == path || !isPrivate && (isNear(found) || isOpen)
        }
        let own = seen.filter { $0.kind == .property && isNear($0) }
        return own.isEmpty ? seen.isEmpty ? all : seen : own
    }

    // MARK: Values

    /// Returns what is known of a value: code of an extension of a type from elsewhere has an instance of that.
    func known(_ value: ReachValue) -> ReachValue {
        guard case .instance(let type, let isShared) = value, !index.graph.isDeclared(type) else { return value }
        return .foreign(index.graph.name(of: type), isShared: isShared)
    }

    /// Returns whether a value is a literal, or a constant of the tree that is one.
    func isConstant(_ chain: CodeBody.Chain, in frame: ReachFrame) -> Bool {
        if chain.isLiteral { return true }
        var names = chain.steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
        guard names.count == chain.steps.count, !chain.isWritten else { return false }
        switch chain.root {
        case .name(let name) where frame.locals[name] == nil: names.insert(name, at: 0)
        case .selfType where !names.isEmpty: break
        default: return false
        }
        let last = names.removeLast()
        let name = names.joined(separator: ".")
        let isOfSelf = if case .selfType = chain.root { true } else { false }
        let scope: CodeTree.TypeID? =
            if names.isEmpty {
                frame.owner
            } else if isOfSelf {
                frame.owner.flatMap { index.graph.type(called: name, nestedIn: $0) }
            } else {
                type(name, in: frame)
            }
        let own = scope.map { members(last, of: $0, isStatic: true).map(\.declaration) } ?? []
        let found = own.isEmpty && names.isEmpty && !isOfSelf ? index.lastNames.globals(last) ?? [] : own
        guard found.count == 1, found[0].isLet, let binding = found[0].bindings.first(where: { $0.name == last }),
            let body = binding.valueBody
        else { return false }
        return body.actions.isEmpty && body.result?.isLiteral == true
    }
}

extension CodeTree {
    /// Returns the declaration of another name for a type, outside of types; nil if there is none, or more than one.
    fileprivate func alias(_ name: String) -> SeamKit.Declaration? {
        guard lastNames.isAlias(name) else { return nil }
        let all = lastNames.paths(declaring: name).compactMap(file).flatMap { file in
            file.document.types.filter { $0.kind == .typeAlias && $0.name == name }
        }
        return all.count == 1 && all[0].outer.isEmpty && !all[0].isGeneric ? all[0] : nil
    }
}

extension CodeTree {
    /// Returns the members of a name that a declaration or an extension of a type has.
    func members(_ name: String, of part: SeamKit.Declaration) -> [SeamKit.Declaration] {
        let members = known(\.members, CodeGraph.Place(file: part.document.path, offset: part.offset)) { _ in
            part.members.flattened.reduce(into: [String: [SeamKit.Declaration]]()) { members, member in
                for name in Set(member.declaredNames) { members[name, default: []].append(member) }
            }
        }
        return members[name] ?? []
    }
}

extension CodeTree {
    /// Returns the types of the program that conform to a protocol; nil if there may be others than those of the tree.
    func conforming(to type: TypeID) -> [TypeID]? {
        guard let (file, owner) = declaration(of: type), !owner.attributeNames.contains("objc"),
            !owner.isPublic || hasAllUsers(ofFile: file.path)
        else { return nil }
        var (found, seen): ([TypeID], Set<TypeID>) = ([], [type])
        var open = [type]
        while let next = open.popLast() {
            for child in graph.children(of: next) where seen.insert(child).inserted {
                open.append(child)
                let parts = parts(of: child).filter { !isTest($0.file.path) }
                if !parts.isEmpty, parts.allSatisfy({ $0.owner.kind != .protocol }) {
                    found.append(child)
                }
            }
        }
        return found.sorted { graph.name(of: $0) < graph.name(of: $1) }
    }
}

extension CodeTree {
    /// Returns the types whose initializers set a static variable or a global.
    func makers(setting variable: Reach.Variable) -> Set<TypeID> {
        var found: Set<TypeID> = []
        for case let file? in paths(saying: variable.name).map(file) where !isTest(file.path) {
            for token in file.tokens(variable.name)
            where token.isAssignedName && token.outerDeclaration?.initializer != nil {
                guard let owner = file.owner(around: token), let maker = id(of: owner) else { continue }
                let base = token.nameNode?.base?.code
                if base.map({ id($0, in: owner) == variable.owner }) ?? true { found.insert(maker) }
            }
        }
        return found
    }

    /// Returns whether the system makes objects of a type that the tree declares.
    func isRunBySystem(_ type: TypeID) -> Bool { declaration(of: type).map { isRunBySystem($0.owner) } == true }
}
