import SeamKit

/// What is known of a member that the tree doesn't declare, by its name.
struct ForeignMember {
    let name: String
    /// The arguments of its call; nil if it isn't called.
    let arguments: [CodeBody.Argument]?
    let isWritten: Bool

    init(_ link: ReachLink) { (name, arguments, isWritten) = (link.lastName, link.arguments, link.isWritten) }

    /// Returns what it does as a member of a value, or of a type, that the tree doesn't declare.
    func outcome(of value: ReachValue) -> ReachOutcome {
        switch value {
        case .foreignType(let type): outcome(ofType: type)
        case .foreign(let type, let isShared): outcome(ofInstance: type, isShared: isShared)
        default: .value(.unknown)
        }
    }

    /// Returns what its call does, if that makes an instance of a type.
    func outcome(making type: String) -> ReachOutcome {
        let arguments = arguments ?? []
        if arguments.contains(where: { $0.label?.hasPrefix("contentsOf") == true }) { return .effect(.outside) }
        if type == "Date", arguments.isEmpty || arguments[0].label == "timeIntervalSinceNow" {
            return .effect(.environment)
        }
        let hasClosure = arguments.contains { if case .closure = $0.value.root { true } else { false } }
        if Library.collections.contains(type) { return .value(.list(.unknown)) }
        let isKnown =
            Library.values.contains(type)
            || Library.objects.contains(type) && (!hasClosure || Library.closureHolders.contains(type))
        return isKnown ? .value(.foreign(type, isShared: false)) : .effect(Library.effects[type] ?? .unknown)
    }

    private func outcome(ofType type: String) -> ReachOutcome {
        if name == "self" { return .value(.plain) }
        if name == "init", arguments != nil { return .foreign(type) }
        if name.first?.isUppercase == true {
            return arguments != nil ? .foreign(type + "." + name) : .value(.foreignType(type + "." + name))
        }
        if Library.changing.contains(name), !Library.currents.contains(type) { return .effect(.environment) }
        if arguments != nil, let found = Library.constant("\(type).\(name)") { return .value(found) }
        let isKnown = Library.values.contains(type) || Library.objects.contains(type)
        if arguments == nil {
            if !isKnown, Library.effects[type] == nil, Library.instanceNames.contains(name),
                !Library.isChoice(name, of: type)
            {
                return .unknown(name)
            }
            // A constant, or the one instance of a type of the system: using it is another question.
            return isWritten ? .effect(.change) : .value(.foreign(type, isShared: true))
        }
        if Library.values.contains(type) || type == "DispatchQueue" && name == "global" {
            return .closures([]) { _ in .value(.foreign(type, isShared: false)) }
        }
        return .effect(Library.memberEffects[name] ?? Library.effects[type] ?? .unknown)
    }

    private func outcome(ofInstance type: String, isShared: Bool) -> ReachOutcome {
        if Library.values.contains(type) {
            let isChange = isShared && (Mutation.names.contains(name) || isWritten)
            let found = type == Library.constant ? Library.constantValue : .plain
            let outcome = name == "write" ? ReachOutcome.unknown(name) : isChange ? .effect(.change) : .value(found)
            return .closures([]) { _ in outcome }
        }
        if Library.constants.contains(name), arguments == nil { return .value(Library.constantValue) }
        if type == "Bundle", isShared, arguments != nil, let found = Library.bundleCalls[name] { return .value(found) }
        if arguments != nil, let found = Library.constant("\(type).\(name)") { return .value(found) }
        if let effect = Library.effects[type], type != "Logger" || arguments != nil {
            return .effect(Library.memberEffects[name] ?? effect)
        }
        guard Library.objects.contains(type) else { return .unknown(name) }
        if isShared, isWritten { return .effect(.change) }
        guard arguments != nil else { return .value(.plain) }
        guard Library.members.contains(name) else { return .unknown(name) }
        return isShared && Library.changes.contains(name) ? .effect(.change) : .closures([]) { _ in .value(.plain) }
    }

    /// Returns what it does as a member of a list.
    func outcome(ofList element: ReachValue, isShared: Bool) -> ReachOutcome {
        if isShared, Mutation.names.contains(name) || isWritten { return .effect(.change) }
        return .closures([element, element]) { result in
            if Library.countings.contains(name) { return .value(.plain) }
            switch name {
            case "first", "last", "randomElement", "min", "max", "removeFirst", "removeLast", "popLast", "remove":
                return .value(element)
            case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled", "union",
                "lazy":
                return .value(.list(element))
            case "map", "compactMap": return .value(.list(result))
            case "flatMap", "reduce", "enumerated", "keys", "values", "mapValues", "forEach", "merging":
                return .value(.list(.unknown))
            default: return .added
            }
        }
    }
}

extension Library {
    /// Returns what a call of the system returns that always returns the same, or only computes it; nil for another call.
    static func constant(_ call: String) -> ReachValue? {
        if computations.contains(call) { return .plain }
        return constantCalls[call].map { $0 ? .list(.plain) : constantValue }
    }

    static let constantValue = ReachValue.foreign(constant, isShared: false)
}
