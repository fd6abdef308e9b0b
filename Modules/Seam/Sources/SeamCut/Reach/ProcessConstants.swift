import SeamKit

/// What stays the same while a process runs, so that nobody sees when it is read: the resources of the program, the texts of its language,
/// the directories of the user, and what extensions of the system's types say of these.
extension Reach {
    /// Returns what an initializer makes that another one of an extension calls: `self.init(red: 1, green: 0, blue: 0)`; nil for another
    /// call.
    mutating func delegated(to value: ReachValue, _ link: ReachLink) -> ReachValue? {
        guard link.lastName == "init", link.arguments != nil, case .selfValue = link.chain.root,
            case .foreign(let type, _) = value
        else { return nil }
        return follow(.foreign(type), link)
    }

    /// Returns what a call reads that makes a value of a resource, `Data(contentsOf: url)`, or finds a text; nil for another call.
    mutating func resource(of callee: ReachValue, _ link: ReachLink) -> ReachValue? {
        let arguments = link.arguments ?? []
        if case .foreignType("NSLocalizedString") = callee, isOwnText(arguments) { return .plain }
        guard case .foreignType(let type) = callee, let first = arguments.first,
            first.label?.hasPrefix("contentsOf") == true,
            case .foreign(Library.resource, _) = self.value(of: first.value, at: link.offset, in: link.frame)
        else { return nil }
        if Library.collections.contains(type) { return .list(.plain) }
        return Library.values.contains(type) ? .foreign(type, isShared: false) : nil
    }

    /// Returns whether a value that is forced has only constants, so that it fails always or never: `URL(string: "a")!`.
    mutating func isForcedConstant(_ value: ReachValue, _ link: ReachLink) -> Bool {
        switch value {
        case .foreign(Library.constant, _), .foreign(Library.resource, _), .list(.foreign(Library.resource, _), _):
            return true
        // Those of a group are missing for some names only.
        case .foreign("UserDefaults", isShared: false): return true
        default: break
        }
        guard link.position > 0, case .call(let arguments) = link.chain.steps[link.position - 1] else { return false }
        return !arguments.isEmpty
            && arguments.allSatisfy { argument in
                if lookup.isConstant(argument.value, in: link.frame) { return true }
                let found = self.value(of: argument.value, at: link.offset, in: link.frame)
                if case .foreign(Library.constant, _) = found { return true } else { return false }
            }
    }

    /// Returns whether code only ends the process without something that stays the same while that runs, so that it does always or never.
    mutating func isMissingConstant(_ action: CodeBody.Action, in frame: ReachFrame) -> Bool {
        guard let missing = action.missing, case .chain(let chain) = action.kind, case .name(let name) = chain.root,
            Library.effects[name] == .trap,
            case .foreign(let type, _) = value(of: missing, at: action.offset, in: frame)
        else { return false }
        return [Library.constant, Library.resource].contains(type)
    }

    /// Returns whether a call with arguments reads a text of the program in the language that it started with.
    private func isOwnText(_ arguments: [CodeBody.Argument]) -> Bool {
        // Who exchanges the class of the bundle changes the language.
        guard index.paths(saying: "object_setClass", "Bundle").isEmpty else { return false }
        let own = [".main", "Bundle.main", ".module", "Bundle.module"]
        return arguments.allSatisfy { $0.label != "bundle" || own.contains($0.value.text) }
    }
}

extension ReachLink {
    /// Whether a call has returned the directories of the user for a purpose: `urls(for: .cachesDirectory, in: .userDomainMask)`.
    var isDirectories: Bool { isDirectories(before: position) }

    /// Whether it is at the first of those.
    var isFirstDirectory: Bool {
        guard position > 0, case .member(let name) = chain.steps[position - 1], ["first", "last"].contains(name) else {
            return false
        }
        return isDirectories(before: position - 1)
    }

    private func isDirectories(before position: Int) -> Bool {
        guard position > 0, case .call(let arguments) = chain.steps[position - 1] else { return false }
        if position == 1, case .name("NSSearchPathForDirectoriesInDomains") = chain.root { return true }
        guard position > 1, case .member("urls") = chain.steps[position - 2] else { return false }
        return arguments.map(\.label) == ["for", "in"]
    }
}
