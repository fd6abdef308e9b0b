import SeamKit

/// Decides whether a caller can read an accessor when it is made, and not at its first use.
///
/// It can if nobody sees when the instance is made, or if the instance is certainly made by then.
struct EarlyReading {
    let index: TypeIndex
    let creation: Creation
    /// The names of the accessor: `Store`, `shared`; one for a global.
    private let access: [String]
    /// The types that the system makes before everything else: one for each program.
    private let mains: [String]

    init(_ instance: InjectedType, of singleton: Singleton, index: TypeIndex) {
        self.index = index
        creation = instance.creation
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        let type = isGlobal ? [] : singleton.name.split(separator: ".").map(String.init)
        access = type + [instance.accessor.name]
        mains = instance.creation == .quiet ? [] : Self.mains(index)
    }

    /// Returns why a caller can't read the accessor when it is made; nil if it can.
    ///
    /// - Parameter caller: the name of the caller's type, with the types around it.
    func obstacle(for caller: String) -> Observation? {
        guard let observation = creation.observation(for: caller) else { return nil }
        // An instance that makes the caller isn't made before it, and one that is replaced is another later.
        let isAboutTime = ![.cycle, .replacement].contains(observation.effect) && !creation.types.contains(caller)
        return isAboutTime && isMade(before: caller) ? nil : observation
    }

    /// Returns whether the instance is certainly made when an instance of a type is.
    func isMade(before type: String) -> Bool {
        if reads(whenMaking: type) != nil || isTaken(by: type) { return true }
        return !mains.isEmpty
            && mains.allSatisfy { main in
                guard main != type, let made = reads(whenMaking: main) else { return false }
                return !made.contains(type)
            }
    }

    // MARK: - What reads it first

    /// Returns the types that are made before the first read of the accessor, if making an instance of a type always reads it, and
    /// nobody sees what runs before; nil otherwise.
    func reads(whenMaking type: String) -> Set<String>? {
        let parts = index.parts(of: type)
        // Two modules may have a type of this name.
        let all = parts.filter(\.isConcreteType)
        guard all.count == 1, let own = all.first, own.kind != .enum else { return nil }
        var reach = Reach(index: index)
        for property in own.members.flattened where property.kind == .property && !property.isStatic {
            guard !property.hasModifier("lazy"), property.conditions.isEmpty else { continue }
            for binding in property.bindings where binding.isStored {
                guard let body = binding.valueBody else { continue }
                let isRead = property.isComputedAtOnce && body.actions.contains(where: isRead)
                if isRead { return reach.types }
                guard body.actions.allSatisfy({ reach.isQuiet($0, making: type, in: property) }) else { return nil }
            }
        }
        let initializers = parts.flatMap(\.members.flattened).filter { $0.kind == .initializer && !$0.isDelegating }
        guard !initializers.isEmpty else { return nil }
        let made = initializers.map { isRead(by: $0, of: type, after: reach) }
        return made.contains { $0 == nil } ? nil : made.compactMap(\.self).reduce([]) { $0.union($1) }
    }

    private func isRead(by initializer: Declaration, of type: String, after reach: Reach) -> Set<String>? {
        var reach = reach
        for action in initializer.body?.actions ?? [] {
            if isRead(action) { return reach.types }
            guard reach.isQuiet(action, making: type, in: initializer) else { return nil }
        }
        return nil
    }

    private func isRead(_ action: CodeBody.Action) -> Bool {
        guard case .chain(let chain) = action.kind, case .name(let root) = chain.root, !action.isConditional else {
            return false
        }
        let names =
            [root]
            + chain.steps.prefix(access.count - 1).compactMap { step in
                if case .member(let name) = step { name } else { nil }
            }
        return names == access
    }

    /// Returns whether each initializer of a type takes an object that can't be made without the instance.
    private func isTaken(by type: String) -> Bool {
        let initializers = index.parts(of: type).flatMap(\.members.flattened).filter { $0.kind == .initializer }
        return !initializers.isEmpty
            && initializers.allSatisfy { initializer in
                initializer.parameters.contains { parameter in
                    guard !parameter.hasDefault, let name = parameter.type.unmodified.fullName,
                        let taken = index.typeName(name, inside: type), taken != type
                    else { return false }
                    return index.parts(of: taken).contains { $0.kind == .class } && reads(whenMaking: taken) != nil
                }
            }
    }

    private static func mains(_ index: TypeIndex) -> [String] {
        let marks: Set<String> = ["main", "UIApplicationMain", "NSApplicationMain"]
        let paths = Set(marks.flatMap { index.paths(saying: $0) }).sorted()
        return paths.filter { !index.isTest($0) }.flatMap { path -> [String] in
            guard let bytes = index.bytes(path), marks.contains(where: { WordSearch.contains("@" + $0, in: bytes) })
            else {
                return []
            }
            let types = index.file(path)?.document.types ?? []
            return types.filter { type in type.attributes.contains { marks.contains($0.name) } }.map {
                $0.qualifiedName.withoutBackticks
            }
        }
    }
}

extension Declaration {
    /// Whether the initial value is computed when an instance is made. Some wrappers compute it later.
    fileprivate var isComputedAtOnce: Bool {
        attributes.allSatisfy {
            $0.name.first?.isUppercase != true || ["Published", "ObservedObject"].contains($0.name)
        }
    }

    /// Whether an initializer calls another one of `self`.
    fileprivate var isDelegating: Bool {
        hasModifier("convenience")
            || body?.actions.contains { action in
                guard case .chain(let chain) = action.kind, case .selfValue = chain.root else { return false }
                if case .member("init")? = chain.steps.first { return true } else { return false }
            } == true
    }
}
