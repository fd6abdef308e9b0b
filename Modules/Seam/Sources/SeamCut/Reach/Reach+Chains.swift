import SeamKit

/// Follows names and what is reached from them.
extension Reach {
    /// Returns the value of a chain, whose code runs elsewhere.
    mutating func value(of chain: CodeBody.Chain, at offset: Int, in frame: ReachFrame) -> ReachValue {
        asking { $0.follow(chain, at: offset, in: frame) }
    }

    /// Runs a chain, and returns its value.
    mutating func follow(_ chain: CodeBody.Chain, at offset: Int, in frame: ReachFrame) -> ReachValue {
        guard isWithinLimits(frame) else { return .unknown }
        var link = ReachLink(chain: chain, offset: offset, frame: frame)
        var current = root(of: &link)
        while !isOver, link.position < chain.steps.count {
            switch chain.steps[link.position] {
            case .forced:
                if !isForcedConstant(link) { observe(.trap, chain.text, at: offset, in: frame) }
                link.position += 1
            case .optional:
                if isTracing { return .unknown }
                link.position += 1
            case .element(let arguments):
                current = element(of: current, arguments, link)
                link.position += 1
            case .call(let arguments):
                link.position += 1
                current = call(current, arguments, link)
            case .member(let name):
                link.position += 1
                let arguments = link.arguments
                if arguments != nil { link.position += 1 }
                current = member(name, of: current, arguments, link)
            }
        }
        return current
    }

    /// Returns whether something is forced that has only constants, so that it fails always or never: `URL(string: "a")!`.
    private func isForcedConstant(_ link: ReachLink) -> Bool {
        guard link.position > 0, case .call(let arguments) = link.chain.steps[link.position - 1] else { return false }
        return !arguments.isEmpty && arguments.allSatisfy { isConstant($0.value, in: link.frame) }
    }

    /// Returns whether a value is a literal, or a constant of the tree that is one.
    private func isConstant(_ chain: CodeBody.Chain, in frame: ReachFrame) -> Bool {
        if chain.isLiteral { return true }
        var names = chain.steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
        guard names.count == chain.steps.count, !chain.isWritten else { return false }
        switch chain.root {
        case .name(let name) where frame.locals[name] == nil: names.insert(name, at: 0)
        case .selfType: names.insert(frame.owner ?? "", at: 0)
        default: return false
        }
        let last = names.removeLast()
        let scope = names.isEmpty ? frame.owner : index.typeName(names.joined(separator: "."), inside: frame.owner)
        let own = scope.map { members(last, of: $0, isStatic: true).map(\.declaration) } ?? []
        let found = own.isEmpty && names.isEmpty ? index.globals(last) ?? [] : own
        guard found.count == 1, found[0].isLet, let binding = found[0].bindings.first(where: { $0.name == last }),
            let body = binding.valueBody
        else { return false }
        return body.actions.isEmpty && body.result?.isLiteral == true
    }

    private mutating func root(of link: inout ReachLink) -> ReachValue {
        let frame = link.frame
        switch link.chain.root {
        case .literal(let type):
            if Library.collections.contains(type) { return .list(.unknown) }
            return type == "nil" ? .unknown : .foreign(type, isShared: false)
        case .list(let element): return .list(element.map { value(of: $0, at: link.offset, in: frame) } ?? .unknown)
        case .cast(let type):
            note(needed: type, in: frame)
            return value(of: type, in: frame)
        case .closure(let body): return .closure(body, frame)
        case .other: return .unknown
        case .selfValue: return frame.selfValue
        case .selfType: return frame.dynamic.map { .type($0) } ?? .unknown
        case .superValue: return frame.owner.map { .parent(of: $0) } ?? .unknown
        case .implied: return implied(&link)
        case .name(let name):
            if let local = frame.locals[name] { return local }
            if name.hasPrefix("$") { return .unknown }
            let arguments = link.arguments
            return named(name, arguments: arguments, link: &link)
        }
    }

    /// Returns what a name means that is no local one.
    private mutating func named(
        _ name: String,
        arguments: [CodeBody.Argument]?,
        link: inout ReachLink
    ) -> ReachValue {
        let frame = link.frame
        func takeCall() { if arguments != nil { link.position += 1 } }
        if let owner = frame.dynamic ?? frame.owner {
            // A member of the type, or a static one of those around it.
            let own = members(name, of: owner, isStatic: frame.isStatic)
            if !own.isEmpty {
                takeCall()
                return use(own, of: frame.selfValue, arguments, link)
            }
            var outer = frame.owner?.split(separator: ".").dropLast() ?? []
            while !outer.isEmpty {
                let name = outer.joined(separator: ".")
                let found = members(link.name, of: name, isStatic: true)
                if !found.isEmpty {
                    takeCall()
                    return use(found, of: .type(name), arguments, link)
                }
                outer = outer.dropLast()
            }
        }
        if let type = index.typeName(name, inside: frame.owner) { return .type(type) }
        // The tree may add members to it that return its delegate.
        if name == "NSApp" { return .foreign("NSApplication", isShared: true) }
        if arguments != nil, let found = constant(name) {
            takeCall()
            return found
        }
        if name.first?.isUppercase == true {
            return index.isAlias(name) || index.parts(of: name).contains { $0.kind != .extension }
                ? .unknown : .foreignType(name)
        }
        takeCall()
        return global(name, arguments: arguments, link: link)
    }

    private mutating func global(_ name: String, arguments: [CodeBody.Argument]?, link: ReachLink) -> ReachValue {
        let frame = link.frame
        if let effect = Library.effects[name] {
            observe(effect, link.chain.text, at: link.offset, in: frame)
            return .unknown
        }
        if Library.functions.contains(name) {
            runClosures(arguments ?? [], with: [], in: frame)
            return .unknown
        }
        guard let found = index.globals(name), !found.isEmpty else {
            observe(.unknown, link.chain.text, at: link.offset, in: frame)
            return .unknown
        }
        return use(found.map { Member(declaration: $0, owner: nil) }, of: .unknown, arguments, link)
    }

    /// Returns what `.name` means, where the type isn't known.
    private mutating func implied(_ link: inout ReachLink) -> ReachValue {
        guard case .member(let name)? = link.chain.steps.first else { return .unknown }
        link.position += 1
        let arguments = link.arguments
        if arguments != nil { link.position += 1 }
        if Library.changing.contains(name) {
            observe(.environment, "." + name, at: link.offset, in: link.frame)
            return .unknown
        }
        if arguments != nil, Library.impliedCalls.contains(name) { return .plain }
        if arguments == nil, Library.implied.contains(name) { return .unknown }
        guard let owners = declaring(name) else {
            observe(.unknown, link.chain.text, at: link.offset, in: link.frame)
            return .unknown
        }
        for owner in owners {
            _ = use(members(name, of: owner, isStatic: true), of: .type(owner), arguments, link)
        }
        // A constant of the system: `.background`, `.iso8601`.
        if owners.isEmpty, arguments != nil { observe(.unknown, link.chain.text, at: link.offset, in: link.frame) }
        return owners.count == 1 ? .instance(owners[0], isShared: true) : .unknown
    }

    /// Returns the types of the tree with a static member or a case of a name; nil if too many files say it.
    private func declaring(_ name: String) -> [String]? {
        index.known(\.owners, name) { name in
            let paths = index.paths(saying: name)
            guard paths.count <= 40, name != "init" else { return nil }
            var owners: Set<String> = []
            for case let file? in paths.map(index.file) {
                for type in file.document.types where type.kind != .typeAlias {
                    let found = type.members.flattened.contains {
                        $0.declares(name) && ($0.isStatic || $0.kind == .enumCase)
                    }
                    guard found else { continue }
                    owners.insert(type.kind == .extension ? type.name : type.qualifiedName.withoutBackticks)
                }
            }
            return owners.sorted()
        }
    }
}

/// A chain that is being followed.
struct ReachLink {
    let chain: CodeBody.Chain
    let offset: Int
    let frame: ReachFrame
    /// The number of the next step.
    var position = 0

    /// The name at the root.
    var name: String { if case .name(let name) = chain.root { name } else { "" } }

    /// The arguments of the next step, if that is a call.
    var arguments: [CodeBody.Argument]? {
        guard position < chain.steps.count, case .call(let arguments) = chain.steps[position] else { return nil }
        return arguments
    }

    /// Whether what was reached is what the chain writes.
    var isWritten: Bool { chain.isWritten && position == chain.steps.count }

}

extension ReachFrame {
    var selfValue: ReachValue {
        guard let dynamic else { return .unknown }
        return isStatic ? .type(dynamic) : .instance(dynamic, isShared: isShared)
    }
}

extension Declaration {
    /// The names of the members that it declares: properties, a function, cases, a type.
    var declaredNames: [String] {
        switch kind {
        case .property: bindings.map(\.name)
        case .enumCase: cases.map(\.name)
        case .function, .struct, .class, .enum, .actor: [name]
        default: []
        }
    }

    /// Whether it declares a member of this name.
    func declares(_ name: String) -> Bool { declaredNames.contains(name) }
}

extension TypeIndex {
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
