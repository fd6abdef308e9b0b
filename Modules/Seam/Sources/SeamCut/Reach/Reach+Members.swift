import SeamKit

/// Follows members of values, and calls.
extension Reach {
    /// A declaration that a name may mean.
    struct Member {
        let declaration: Declaration
        /// The type that has it, or that it extends; nil for a global.
        let owner: String?
    }

    /// Returns the members of a type by name: its own, or those that it inherits in the tree.
    func members(_ name: String, of type: String, isStatic: Bool) -> [Member] {
        var seen: Set<String> = []
        var open = [type]
        while !open.isEmpty {
            var (found, next): ([Member], [String]) = ([], [])
            for current in open where seen.insert(current).inserted {
                for part in index.parts(of: current) {
                    found += index.members(name, of: part).filter {
                        (isStatic ? $0.isStatic || $0.kind == .enumCase : !$0.isStatic && $0.kind != .enumCase)
                    }.filter { _ in part.kind != .protocol }.map { Member(declaration: $0, owner: current) }
                    next += part.inherited.compactMap(\.type.fullName).map { index.typeName($0, inside: current) ?? $0 }
                }
            }
            if !found.isEmpty { return found }
            open = next
        }
        return []
    }

    // MARK: - Members

    mutating func member(
        _ name: String,
        of value: ReachValue,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        switch value {
        case .instance(let type, _):
            if name == "self" { return value }
            if name == "init", let arguments, link.frame.isInitializer {
                return initialize(link.frame.owner ?? type, as: type, arguments, link)
            }
            if isRequired(name, by: type) {
                let found = arguments == nil ? requirement(name, of: type, value, link) : nil
                return found ?? unknown(name, link: link)
            }
            let found = members(name, of: type, isStatic: false)
            if !found.isEmpty { return use(found, of: value, arguments, link) }
            // What a type inherits from outside, and what the compiler makes.
            if ["objectWillChange", "rawValue", "hashValue", "description", "hash"].contains(name) { return .plain }
            return unknown(name, link: link)
        case .type(let type): return member(name, ofType: type, arguments, link)
        case .foreign(let type, _), .foreignType(let type):
            let isStatic = if case .foreignType = value { true } else { false }
            let found = members(name, of: type, isStatic: isStatic)
            if !found.isEmpty { return use(found, of: value, arguments, link) }
            return isStatic
                ? member(name, ofForeignType: type, arguments, link) : member(name, ofForeign: value, arguments, link)
        case .list: return member(name, ofList: value, arguments, link)
        case .several(let all):
            return part(of: all, with: name).map { member(name, of: $0, arguments, link) } ?? unknown(name, link: link)
        case .parent(let type):
            if name == "init", let arguments {
                return initializeParent(of: type, as: link.frame.dynamic ?? type, arguments, link)
            }
            let parents = superclass(of: type).map { members(name, of: $0, isStatic: link.frame.isStatic) } ?? []
            return parents.isEmpty ? unknown(name, link: link) : use(parents, of: link.frame.selfValue, arguments, link)
        case .closure, .unknown: return unknown(name, link: link)
        }
    }

    private mutating func member(
        _ name: String,
        ofType type: String,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        if name == "init", let arguments { return construct(type, arguments, link) }
        if name == "self" || name == "init" { return .plain }
        let found = members(name, of: type, isStatic: true)
        if let inner = index.typeName(type + "." + name, inside: nil) ?? nestedType(name, in: found) {
            return arguments.map { construct(inner, $0, link) } ?? .type(inner)
        }
        if found.isEmpty, name == "allCases" { return .list(.instance(type, isShared: false)) }
        return found.isEmpty ? unknown(name, link: link) : use(found, of: .type(type), arguments, link)
    }

    /// Returns whether a type is a protocol that leaves it to its types what a member does.
    private func isRequired(_ name: String, by type: String) -> Bool {
        index.parts(of: type).contains { part in
            part.kind == .protocol && part.members.flattened.contains { $0.declares(name) }
        }
    }

    private func nestedType(_ name: String, in found: [Member]) -> String? {
        found.first { $0.declaration.isConcreteType }?.owner.map { $0 + "." + name }
    }

    /// Notes code that isn't known, by what its name seems to do.
    private mutating func unknown(_ name: String, link: ReachLink) -> ReachValue {
        observe(Library.memberEffects[name] ?? .unknown, link.chain.text, at: link.offset, in: link.frame)
        return .unknown
    }

    // MARK: - What the tree doesn't declare

    private mutating func member(
        _ name: String,
        ofForeignType type: String,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        if name == "self" { return .plain }
        if name == "init", let arguments { return make(type, arguments, link) }
        if name.first?.isUppercase == true {
            return arguments.map { make(type + "." + name, $0, link) } ?? .foreignType(type + "." + name)
        }
        if Library.changing.contains(name), !Library.currents.contains(type) {
            observe(.environment, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
        if arguments != nil, let found = constant("\(type).\(name)") { return found }
        let isKnown = Library.values.contains(type) || Library.objects.contains(type)
        guard let arguments else {
            if !isKnown, Library.effects[type] == nil, Library.instanceNames.contains(name),
                !Library.isChoice(name, of: type)
            {
                return unknown(name, link: link)
            }
            // A constant, or the one instance of a type of the system: using it is another question.
            if link.isWritten { observe(.change, link.chain.text, at: link.offset, in: link.frame) }
            return .foreign(type, isShared: true)
        }
        if Library.values.contains(type) || type == "DispatchQueue" && name == "global" {
            runClosures(arguments, with: [], in: link.frame)
            return .foreign(type, isShared: false)
        }
        observe(
            Library.memberEffects[name] ?? Library.effects[type] ?? .unknown,
            link.chain.text,
            at: link.offset,
            in: link.frame
        )
        return .unknown
    }

    private mutating func member(
        _ name: String,
        ofForeign value: ReachValue,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        guard case .foreign(let type, let isShared) = value else { return .unknown }
        if Library.values.contains(type) {
            runClosures(arguments ?? [], with: [], in: link.frame)
            if ["write"].contains(name) { return unknown(name, link: link) }
            if isShared, Mutation.names.contains(name) || link.isWritten { return change(link) }
            return .plain
        }
        if Library.constants.contains(name), arguments == nil { return .plain }
        if arguments != nil, let found = constant("\(type).\(name)") { return found }
        if let effect = Library.effects[type], type != "Logger" || arguments != nil {
            observe(Library.memberEffects[name] ?? effect, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
        guard Library.objects.contains(type) else { return unknown(name, link: link) }
        if isShared, link.isWritten { return change(link) }
        guard let arguments else { return .plain }
        guard Library.members.contains(name) else { return unknown(name, link: link) }
        if isShared, Library.changes.contains(name) { return change(link) }
        runClosures(arguments, with: [], in: link.frame)
        return .plain
    }

    /// Returns what a call of the system returns that always returns the same; nil for another call.
    func constant(_ call: String) -> ReachValue? { Library.constantCalls[call].map { $0 ? .list(.plain) : .plain } }

    mutating func change(_ link: ReachLink) -> ReachValue {
        observe(.change, link.chain.text, at: link.offset, in: link.frame)
        return .unknown
    }

    private mutating func member(
        _ name: String,
        ofList list: ReachValue,
        _ arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        guard case .list(let element, let isShared) = list else { return .unknown }
        if isShared, Mutation.names.contains(name) || link.isWritten { return change(link) }
        let result = runClosures(arguments ?? [], with: [element, element], in: link.frame)
        if Library.countings.contains(name) { return .plain }
        switch name {
        case "first", "last", "randomElement", "min", "max", "removeFirst", "removeLast", "popLast", "remove":
            return element
        case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled", "union", "lazy":
            return .list(element)
        case "map", "compactMap": return .list(result)
        case "flatMap", "reduce", "enumerated", "keys", "values", "mapValues", "forEach",
            "merging":
            return .list(.unknown)
        default: return members(name, ofCollectionsWith: arguments, link)
        }
    }

    /// Follows a member that the tree adds to collections.
    private mutating func members(
        _ name: String,
        ofCollectionsWith arguments: [CodeBody.Argument]?,
        _ link: ReachLink
    ) -> ReachValue {
        let types = ["Array", "Collection", "Sequence", "Dictionary", "Set", "RandomAccessCollection"]
        let found = types.flatMap { members(name, of: $0, isStatic: false) }
        return found.isEmpty ? unknown(name, link: link) : use(found, of: .list(.unknown), arguments, link)
    }

    mutating func element(of value: ReachValue, _ arguments: [CodeBody.Argument], _ link: ReachLink) -> ReachValue {
        switch value {
        case .list(let element, let isShared):
            if isShared, link.chain.isWritten { return change(link) }
            let isPlace = arguments.first.map { argument in
                if case .literal("Int") = argument.value.root { true } else { false }
            }
            if isPlace == true { observe(.trap, link.chain.text, at: link.offset, in: link.frame) }
            return element
        case .instance(let type, _):
            let found = index.parts(of: type).flatMap(\.members.flattened).filter { $0.kind == .subscript }
            return found.isEmpty
                ? unknown("subscript", link: link)
                : use(found.map { Member(declaration: $0, owner: type) }, of: value, arguments, link)
        default: return unknown("subscript", link: link)
        }
    }
}

extension Reach {
    /// Reads a property that a protocol requires: that of any type of the tree that conforms to it may run.
    private mutating func requirement(_ name: String, of type: String, _ value: ReachValue, _ link: ReachLink)
        -> ReachValue?
    {
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
    private func part(of values: [ReachValue], with name: String) -> ReachValue? {
        values.first { value in
            guard case .instance(let type, _) = value else { return false }
            return index.parts(of: type).contains { $0.members.flattened.contains { $0.declares(name) } }
        }
    }
}

extension TypeIndex {
    /// Returns the types of the program that conform to a protocol; nil if there may be others than those of the tree.
    func conforming(to name: String) -> [String]? {
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
}
