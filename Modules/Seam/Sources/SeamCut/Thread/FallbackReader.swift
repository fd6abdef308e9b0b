import SeamKit

/// Reads what a use of the accessor is the fallback for: all forms that people and `seam cut` write.
struct FallbackReader {
    let access: Access

    private var context: UseContext { access.context }
    private var file: ParsedFile { access.file }

    /// Returns what falls back to the use; nil if nothing that a call can pass does.
    func read() -> FoundDefault? {
        guard let owner = context.owner, !owner.isLocal else { return nil }
        switch context.member {
        case .defaultArgument: return argument(of: owner)
        case .initializer(let initializer): return optional(of: initializer.parameters, in: owner)
        case .value: return memberwise(in: owner) ?? settable(in: owner)
        case .body: return late(in: owner) ?? optionalOfFunction(in: owner)
        case .staticMember: return optionalOfFunction(in: owner)
        case .lazyValue: return settable(in: owner)
        case .none: return nil
        }
    }

    /// `init(account: Account = .shared)`, and the same of a function.
    private func argument(of owner: OwnerDecl) -> FoundDefault? {
        guard access.isBare, context.closures.isEmpty, context.localFunctions.isEmpty,
            let parameter = context.access.defaulted, parameter.label != "_", !parameter.isVariadic
        else { return nil }
        let type = parameter.typeNode.structure
        guard type.wrapped == nil, !type.hasAttribute("autoclosure") else { return nil }
        return found(parameter, .argument, of: owner, type: type)
    }

    /// `(account ?? .shared).refresh()` in a function that takes the optional.
    private func optionalOfFunction(in owner: OwnerDecl) -> FoundDefault? {
        context.memberDecl?.function.flatMap { optional(of: $0.parameters, in: owner) }
    }

    /// `self.account = account ?? .shared`
    private func optional(of parameters: [ParameterNode], in owner: OwnerDecl) -> FoundDefault? {
        guard let (name, choice) = context.access.lastChoice,
            let parameter = parameters.first(where: { $0.innerName.withoutBackticks == name.withoutBackticks }),
            parameter.isNilByDefault, let type = parameter.typeNode.structure.wrapped, parameter.label != "_"
        else { return nil }
        return found(parameter, .optional(choice: choice), of: owner, type: type)
    }

    /// `var account: Account = .shared` in a structure without an initializer.
    private func memberwise(in owner: OwnerDecl) -> FoundDefault? {
        guard owner.kind == .struct, access.isBare, context.closures.isEmpty,
            let variable = context.memberDecl?.property, !variable.isLet, let binding = variable.part,
            let name = binding.name?.withoutBackticks, binding.isPlain, !context.isStatic,
            !variable.modifierList.says("private", "fileprivate", "lazy", "static"), owner.initializers.isEmpty,
            !owner.isConditional,
            // Wrappers whose value is what the compiler's initializer takes.
            variable.attributeList.names.allSatisfy({
                ["ObservedObject", "StateObject", "State", "Bindable", "MainActor"].contains($0)
            })
        else { return nil }
        let type = binding.type?.structure ?? access.instance.type
        let taker = Taker(
            file: file,
            initializer: nil,
            parameter: nil,
            name: name,
            fallback: .memberwise(variable)
        )
        return FoundDefault(owner: owner, label: name, type: type, takers: [taker], path: file.path)
    }

    /// `private var account: Account { injectedAccount ?? .shared }`
    private func late(in owner: OwnerDecl) -> FoundDefault? {
        guard access.isGathered, let late = LateProperty(context, of: owner, index: access.index) else { return nil }
        var takers: [Taker] = []
        for (file, part) in access.index.parts(of: owner) {
            for initializer in part.initializers {
                let parameter = initializer.parameters.first {
                    $0.label == late.name && [late.name, late.stored].contains($0.innerName.withoutBackticks)
                }
                guard let parameter, parameter.isNilByDefault,
                    let assignment = late.assignment(of: parameter.innerName, in: initializer)
                else { continue }
                takers.append(
                    Taker(
                        file: file,
                        initializer: initializer,
                        parameter: parameter,
                        name: parameter.innerName.withoutBackticks,
                        fallback: .late(assignment)
                    )
                )
            }
        }
        guard !takers.isEmpty else { return settable(late, in: owner) }
        return FoundDefault(
            owner: owner,
            label: late.name,
            type: late.type,
            takers: takers,
            late: late,
            path: file.path
        )
    }

    /// `var account: Account = .shared` in a class that a storyboard makes
    private func settable(in owner: OwnerDecl) -> FoundDefault? {
        guard owner.kind == .class, access.isBare, context.closures.isEmpty, !context.isStatic,
            access.index.isOfInterfaceBuilder(owner),
            let variable = context.memberDecl?.property, let binding = variable.part, let name = variable.settableName
        else { return nil }
        let type = binding.type?.structure ?? access.instance.type
        guard type.wrapped == nil else { return nil }
        return settable(name, isReadAtOnce: !variable.modifierList.says("lazy"), type: type, in: owner)
    }

    /// `var injectedAccount: Account?` beside the computed property.
    private func settable(_ late: LateProperty, in owner: OwnerDecl) -> FoundDefault? {
        guard owner.kind == .class, late.isSettable else { return nil }
        return settable(late.stored, isReadAtOnce: false, type: late.type, in: owner).map {
            FoundDefault(
                owner: $0.owner,
                label: $0.label,
                type: $0.type,
                takers: $0.takers,
                late: late,
                path: file.path
            )
        }
    }

    private func settable(_ name: String, isReadAtOnce: Bool, type: TypeStructure, in owner: OwnerDecl) -> FoundDefault?
    {
        let fallback = Taker.Fallback.set(isReadAtOnce: isReadAtOnce)
        let taker = Taker(file: file, initializer: nil, parameter: nil, name: name, fallback: fallback)
        return FoundDefault(owner: owner, label: name, type: type, takers: [taker], path: file.path)
    }

    private func found(
        _ parameter: ParameterNode,
        _ fallback: Taker.Fallback,
        of owner: OwnerDecl,
        type: TypeStructure
    ) -> FoundDefault? {
        let initializer = context.memberDecl?.initializer
        let own = context.memberDecl.flatMap { InstanceFunction($0, owner: owner, file: file) }
        let function = initializer == nil ? own : nil
        guard own != nil else { return nil }
        let taker = Taker(
            file: file,
            initializer: initializer,
            function: function,
            parameter: parameter,
            name: parameter.innerName.withoutBackticks,
            fallback: fallback
        )
        return FoundDefault(
            owner: owner,
            label: parameter.label.withoutBackticks,
            type: type,
            takers: [taker],
            path: file.path
        )
    }
}

/// The property through which a type's own code reads its instance.
struct HeldProperty {
    let name: String
    let isPrivate: Bool
    /// Whether it may get another instance later.
    let isSettable: Bool
    /// Whether it reads the accessor when it is read, if nothing was passed.
    var isLate = false
    /// Whether its value is the accessor, and no initializer is known to set it.
    var isRead = false
    /// The paths of the files that have such a private property; nil if that of the type alone has it.
    var readers: Set<String>?

    init(name: String, isPrivate: Bool, isSettable: Bool, isLate: Bool = false) {
        (self.name, self.isPrivate, self.isSettable, self.isLate) = (name, isPrivate, isSettable, isLate)
    }

    /// Finds the property that all of the initializers set to what they take; nil if there is none.
    init?(filledBy takers: [Taker], of owner: OwnerDecl) {
        var names: Set<String> = []
        for taker in takers {
            guard let initializer = taker.initializer else {
                names.insert(taker.name)
                continue
            }
            guard let name = Self.target(of: taker.name, in: initializer) else { return nil }
            names.insert(name)
        }
        guard names.count == 1, let name = names.first, let decl = Self.stored(name, in: owner) else { return nil }
        let isOptional = decl.parts.first?.type?.code.last.map { "?!".contains($0) }
        guard !decl.modifierList.says("weak", "unowned"), isOptional != true else { return nil }
        self.name = name
        isPrivate = decl.isPrivate
        isSettable = !decl.isLet
    }

    /// Finds a constant that holds what was passed for it, or a property whose value is only the accessor.
    init?(of type: TypeStructure, in owner: OwnerDecl, reading accesses: Set<String>) {
        for decl in owner.variables where !decl.modifierList.says("static", "class", "weak", "lazy") {
            guard let binding = decl.part, binding.isPlain, let name = binding.name else { continue }
            let annotation = binding.type?.structure
            let isOwn = annotation.map { $0.unmarked == type.unmarked && $0.wrapped == nil } == true
            let isPassed = decl.isLet && isOwn && binding.value == nil
            let value = binding.value?.code
            let isRead =
                value.map { accesses.contains($0) && (isOwn || annotation == nil && !$0.hasPrefix(".")) } == true
            guard isPassed || isRead else { continue }
            self.init(
                name: name.withoutBackticks,
                isPrivate: decl.isPrivate,
                isSettable: !decl.isLet || isPassed
            )
            self.isRead = isRead
            return
        }
        return nil
    }

    /// Finds a constant whose object has the instance in a constant: `services.account`.
    ///
    /// - Parameter isolation: that of the type.
    init?(of type: TypeStructure, inContainerOf owner: OwnerDecl, index: CodeTree, isolation: Isolation) {
        var found: [HeldProperty] = []
        for decl in owner.variables where decl.isLet && !decl.modifierList.says("static") {
            guard let binding = decl.part, let name = binding.name, let annotation = binding.type?.structure.fullName,
                let (file, container) = index.type(annotation, in: owner), [.class, .struct].contains(container.kind)
            else { continue }
            // What does something is another dependency, and gives none away.
            let isContainer = index.parts(of: container).allSatisfy { $0.owner.functions.isEmpty }
            let other = IsolationReader(index: index).isolation(of: container, in: file)
            guard isContainer, other == .nonisolated || other == isolation,
                let held = HeldProperty(of: type, in: container, reading: []), !held.isPrivate
            else { continue }
            let path = "\(name.withoutBackticks).\(held.name)"
            found.append(HeldProperty(name: path, isPrivate: decl.isPrivate, isSettable: true))
        }
        guard found.count == 1 else { return nil }
        self = found[0]
    }

    /// The name of the property itself: `services` for `services.account`.
    var base: String { String(name.prefix { $0 != "." }) }

    /// Returns the property that gets the value of a parameter: `self.account = account`, `_account = State(wrappedValue: account)`.
    private static func target(of name: String, in initializer: InitializerNode) -> String? {
        for parts in initializer.assignments where parts[2] == name && [3, 5].contains(parts.count) {
            return parts[0].hasPrefix("self.") ? String(parts[0].dropFirst(5)) : parts[0]
        }
        return nil
    }

    private static func stored(_ name: String, in owner: OwnerDecl) -> PropertyNode? {
        owner.variables.first { $0.part.map { $0.written.withoutBackticks == name && $0.isPlain } == true }
    }
}
