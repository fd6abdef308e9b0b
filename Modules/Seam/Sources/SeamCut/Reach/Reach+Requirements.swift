import SeamKit

/// Follows what a value is where its type doesn't say that: properties of protocols, other names for types, and what is set later.
extension Reach {
    /// Reads a property that a protocol requires: that of any type of the tree that conforms to it may run.
    mutating func requirement(_ name: String, of type: String, _ value: ReachValue, _ link: ReachLink) -> ReachValue? {
        guard !link.isWritten, !isTracing,
            let part = index.parts(of: type).first(where: { $0.kind == .protocol }),
            let required = part.members.flattened.first(where: { $0.kind == .property && $0.declares(name) }),
            let written = required.bindings.first(where: { $0.name == name })?.type,
            let all = index.conforming(to: type), !all.isEmpty
        else { return nil }
        let found = all.map { members(name, of: $0, isStatic: false) }
        guard found.allSatisfy({ !$0.isEmpty }) else { return nil }
        for (owner, members) in zip(all, found) {
            _ = use(members, of: .instance(owner, isShared: true), nil, link)
        }
        let result = self.value(of: written, in: ReachFrame(owner: type, document: part.document))
        return value.isShared ? result.shared : result
    }

    /// Returns which of several types of a value has a member; nil if none has it.
    func part(of values: [ReachValue], with name: String) -> ReachValue? {
        values.first { value in
            guard case .instance(let type, _) = value else { return false }
            return index.parts(of: type).contains { $0.members.flattened.contains { $0.declares(name) } }
        }
    }

    /// Returns what is known of a value whose type has another name.
    func value(ofAlias name: String) -> ReachValue? {
        index.alias(name).flatMap { alias in
            alias.aliased.map { value(of: $0, in: ReachFrame(document: alias.document)) }
        }
    }

    /// Notes that a variable is read which has nothing until somebody sets it: before that, reading it ends the process. What the
    /// system makes may have set it while it was made.
    mutating func note(unset binding: Declaration.Binding, of owner: String?, _ link: ReachLink) {
        guard binding.isStored, binding.valueBody == nil, let type = binding.type, type.isImplicitlyUnwrapped,
            !isAsking
        else { return }
        let own = type.wrapped?.fullName.flatMap { index.typeName($0, inside: owner) }
        let setters = index.makers(setting: binding.name, of: owner)
        let makers = setters.union([own].compactMap(\.self)).filter(index.isRunBySystem)
        if makers.isEmpty { observe(.trap, link.chain.text, at: link.offset, in: link.frame) }
        for maker in makers { note(needed: maker) }
    }
}

extension TypeIndex {
    /// Returns the types of the program that conform to a protocol; nil if there may be others than those of the tree.
    fileprivate func conforming(to name: String) -> [String]? {
        let ids = types(called: name)
        guard ids.count == 1, let (file, owner) = declaration(of: ids[0]), !owner.attributeNames.contains("objc"),
            !owner.isPublic || hasAllUsers(ofFile: file.path)
        else { return nil }
        var (found, seen): ([String], Set<TypeID>) = ([], Set(ids))
        var open = ids
        while let next = open.popLast() {
            for child in graph.children(of: next) where seen.insert(child).inserted {
                open.append(child)
                let parts = parts(of: child).filter { !isTest($0.file.path) }
                if !parts.isEmpty, parts.allSatisfy({ $0.owner.kind != .protocol }) {
                    found.append(graph.name(of: child))
                }
            }
        }
        return found.sorted()
    }

    /// Returns the declaration of another name for a type, outside of types; nil if there is none, or more than one.
    fileprivate func alias(_ name: String) -> SeamKit.Declaration? {
        guard isAlias(name) else { return nil }
        let all = paths(declaring: name).compactMap(file).flatMap { file in
            file.document.types.filter { $0.kind == .typeAlias && $0.name == name }
        }
        return all.count == 1 && all[0].outer.isEmpty && !all[0].isGeneric ? all[0] : nil
    }

    /// Returns the types whose initializers set a static variable or a global.
    fileprivate func makers(setting name: String, of owner: String?) -> Set<String> {
        var found: Set<String> = []
        for case let file? in paths(saying: name).map(file) where !isTest(file.path) {
            for token in file.tokens(name) where token.isAssignedName && token.outerDeclaration?.initializer != nil {
                let base = token.nameNode?.base?.code
                guard base == owner || base == nil, let maker = file.owner(around: token)?.name else { continue }
                found.insert(maker)
            }
        }
        return found
    }

    /// Returns whether the system makes objects of a type that the tree declares.
    fileprivate func isRunBySystem(_ name: String) -> Bool {
        declarations(of: name).first { $0.owner.isDeclaration && $0.owner.name == name }.map { isRunBySystem($0.owner) }
            == true
    }
}
