import SeamKit

extension Reason {
    /// Whoever makes the caller can't pass the instance.
    static let maker = Reason(
        "maker",
        """
        A call makes the caller where nothing has the instance, so it relies on the default: in a static property or one
        of a file, in a default argument, in an initial value that can't move into the initializers, or in a type that
        can't take an instance to pass it. Or the maker's property may hold another instance, since the type is made
        elsewhere too. A mention whose meaning isn't clear (`f(.init())`, `type.init()`)
        keeps the default as well. The other calls of the caller pass the instance nevertheless. The plan says for each
        call what would change it.
        """,
        advice: "Pass the instance there by hand, let the maker take it, or name the maker in `roots` of seam.yml.",
        examples: [
            .triggers(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                struct Row { func f() { Screen().show() } }
                """,
                store: Example.counting
            ).threading(),
            .passes(
                """
                enum Program { static func main() { Screen().show() } }
                final class Screen { func show() { print(Store.shared.go()) } }
                """,
                store: Example.counting
            ).threading(),
        ]
    )
}

/// Why a maker can't pass the instance.
struct MakerRefusal: Error {
    let obstacle: Obstacle

    /// - Parameters:
    ///   - text: what is in the way.
    ///   - change: what a person can do about it.
    ///   - reason: the reason, if it isn't that the maker has nothing to pass.
    init(_ text: String, _ change: String, _ reason: Reason = .maker) {
        obstacle = Obstacle(reason, text, change: change)
    }
}

/// A call that makes a caller, where an instance is to be passed.
struct Making {
    let construction: Construction
    let context: UseContext
    let instance: InjectedType
    let request: CutRequest

    private var isPreview: Bool { construction.isPreview }

    /// Whether the call may pass what the accessor returns: in a root, a test or a preview.
    var isAllowed: Bool { construction.isTest || isPreview || request.isRoot(context, in: construction.file) }

    /// Throws if nothing can be passed there, whoever has the instance.
    func check() throws(MakerRefusal) {
        if context.isBranchInClosure {
            throw MakerRefusal("made in a branch of #if in a closure", "Pass the instance in each branch by hand.")
        }
        if request.index.mayRunForOtherClass(context) {
            throw MakerRefusal(
                "made in a method that may run for an object of another class",
                "Pass the instance by a static property."
            )
        }
        if context.isInMacro, !isPreview {
            throw MakerRefusal("made in a macro", "Make it before the macro, and give the macro its name.")
        }
    }

    /// Throws if the accessor can't be read there.
    func checkAccessor(making callee: OwnerDecl) throws(MakerRefusal) {
        let (index, file) = (request.index, construction.file)
        if !construction.isTest, let needed = needed(by: callee) {
            let text = "making the instance needs \(needed), which isn't complete here"
            let change = "Make it once \(needed) is complete: in a lazy variable, or a later function."
            throw MakerRefusal(text, change, .order)
        }
        if instance.isSetByStatement, !isBehindStatement {
            throw MakerRefusal(
                "main.swift may have no \(instance.accessor.name) yet when this is made",
                "Make it in a statement of main.swift, behind the one that makes \(instance.accessor.name).",
                .order
            )
        }
        if let module = index.imports(of: file).missing(instance, of: request.singleton),
            !index.isSeen(module, from: index.module(ofFile: file.path))
        {
            throw MakerRefusal(
                "made in a module that doesn't depend on \(module)",
                "Let the module depend on \(module), or make it where the instance can be named."
            )
        }
        guard instance.isolation != .nonisolated else { return }
        guard isOnActor else {
            throw MakerRefusal(
                "the accessor belongs to another actor",
                "Make it in code of that actor, outside of closures that leave it."
            )
        }
    }

    /// Whether the call is in a statement of the file that has the accessor as a variable, and runs after that has its value.
    private var isBehindStatement: Bool {
        let (file, name) = (construction.file, instance.accessor.name)
        guard file.path == instance.accessor.file, context.isInStatement,
            let variable = file.global.variables.first(where: { $0.parts.first?.written == name })
        else { return false }
        return construction.node.extent.lowerBound >= variable.extent.upperBound
    }

    /// Returns the type that making the instance needs, and that isn't complete when the call is made; nil if there is none.
    func needed(by callee: OwnerDecl) -> String? {
        let (index, creation) = (request.index, instance.creation)
        if creation.needs(callee, index) { return callee.name }
        guard let owner = context.owner, owner.kind != .file else { return nil }
        // Another singleton, which making the instance reads.
        if context.isStatic { return creation.makes(callee, index) ? callee.name : nil }
        let types = [owner] + index.superclasses(of: owner)
        if types.contains(where: { creation.makes($0, index) }) { return owner.name }
        guard types.contains(where: { creation.needs($0, index) }), runsWhileMade(owner) else { return nil }
        return owner.name
    }

    /// Returns whether the code around the call may run before the object that has it is complete: an initializer, an initial value, or
    /// what these name.
    private func runsWhileMade(_ owner: OwnerDecl) -> Bool {
        guard let member = context.memberDecl else { return true }
        func isFirst(_ member: DeclarationNode) -> Bool {
            member.initializer != nil || member.property?.isStoredInInstances == true
        }
        if isFirst(member) { return true }
        let all = SaidCode.members(of: request.index.parts(of: owner))
        var said = SaidCode()
        for (file, member) in all where isFirst(member) { said.add(member.wordsThatRun, in: file) }
        said.add(all.filter { !isFirst($0.member) })
        return !said.words.isDisjoint(with: member.declaredNames)
    }

    /// Whether the call certainly runs on the accessor's actor.
    private var isOnActor: Bool {
        let (index, file) = (request.index, construction.file)
        // The system shows previews on the main actor.
        if isPreview, instance.isolation == .actor("MainActor") {
            let rule = ClosureRule(context: context, file: file)
            return !context.closures.contains(where: rule.isConcurrent)
        }
        // Top-level code of `main.swift` is the main actor's.
        guard let owner = context.owner else {
            return instance.isolation == .actor("MainActor") && context.closures.isEmpty
        }
        let reader = IsolationReader(index: index)
        let isOwn = context.memberDecl.map { reader.explicit($0) == instance.isolation } == true
        return (isOwn || reader.isolation(of: owner, in: file) == instance.isolation)
            && context.runs(on: instance.isolation, in: file, index)
    }

    /// Returns how the call reads a property of its maker by its name. Throws if it can't.
    func reading(_ name: String, in owner: OwnerDecl) throws(MakerRefusal) -> Reading {
        let reading = try reading(in: owner)
        guard reading.isNameAlone, context.binds(name, inBodyIn: construction.file) else { return reading }
        guard case .plain = reading, case .body = context.member else { throw .hidden(name) }
        return .throughSelf
    }

    /// Returns how the call reads the property of its maker. Throws if it can't.
    func reading(in owner: OwnerDecl) throws(MakerRefusal) -> Reading {
        switch context.member {
        case .none: throw MakerRefusal("made outside of a type", "Move the call into a function.")
        case .staticMember:
            throw MakerRefusal(
                "made in a static member of \(owner.name)",
                "Make it a function that takes the instance, or name \(owner.name) in `roots` of seam.yml."
            )
        case .value:
            throw .initialValue(of: owner)
        case .defaultArgument:
            throw .defaultArgument
        case .initializer:
            // The parameter has the property's name.
            try checkSending()
            return .plain
        case .body, .lazyValue: break
        }
        if context.localFunctions.contains(where: { !$0.capturesSelf && !$0.isOnlyCalledHere }) {
            throw MakerRefusal("made in a local function", "Make a method of the local function.")
        }
        // What runs at the same time can't read a property of an object that stays here.
        if context.isAsyncLet, !request.index.conforms(owner, to: ["Sendable"]) {
            throw MakerRefusal(
                "made by `async let`, which can't read a property of \(owner.name)",
                "Read the property into a constant before it, and pass that."
            )
        }
        let members = request.index.inheritedNames(of: owner)
        var rule = rule
        rule.members = members
        let found = rule.reading()
        if found.isBarred {
            throw MakerRefusal(
                "a closure inside of one with a weak self can't capture the instance",
                "Unwrap self in the outer closure first."
            )
        }
        if found.runsElsewhere, !instance.isSendable { throw .sending(instance) }
        return found.reading
    }

    private var rule: ClosureRule {
        var rule = ClosureRule(context: context, file: construction.file)
        rule.isLenient = request.index.modules.isLenient(module: request.index.module(ofFile: construction.file.path))
        return rule
    }

    /// Throws if a closure that would get a parameter runs elsewhere.
    func checkSending() throws(MakerRefusal) {
        let (index, file) = (request.index, construction.file)
        let isolation = context.owner.map { IsolationReader(index: index).isolation(of: $0, in: file) } ?? .nonisolated
        guard instance.isSendable || !context.closures.contains(where: { rule.runsElsewhere($0, from: isolation) })
        else { throw .sending(instance) }
    }
}

extension MakerRefusal {
    /// A default argument makes it.
    static var defaultArgument: MakerRefusal {
        MakerRefusal(
            "made in a default argument",
            "Leave the default out, so that each call passes one that has the instance."
        )
    }

    /// The instance would go to another thread.
    static func sending(_ instance: InjectedType) -> MakerRefusal {
        MakerRefusal(
            "a closure that runs elsewhere makes it, and \(instance.type) isn't Sendable",
            "Make \(instance.type) Sendable, or make the object before the closure."
        )
    }

    /// The initial value of a property makes it.
    ///
    /// - Parameter obstacle: why the value can't move into the initializers; empty if it isn't known.
    static func initialValue(of owner: OwnerDecl, _ obstacle: String = "") -> MakerRefusal {
        MakerRefusal(
            "made in the initial value of a property of \(owner.name)" + (obstacle.isEmpty ? "" : ", and \(obstacle)"),
            "Set the property in an initializer of \(owner.name), or make it lazy."
        )
    }

    /// Something else has the name of the instance there.
    static func hidden(_ name: String) -> MakerRefusal {
        MakerRefusal("where it is made, \(name) is something else", "Rename the other \(name).")
    }

    /// A type or a function can't take the instance.
    static func takesNone(_ maker: String, _ reason: Reason) -> MakerRefusal {
        let change = reason.advice.isEmpty ? reason.change(of: maker) : reason.advice
        return MakerRefusal("\(maker) can't take an instance: \(reason.code)", change)
    }

    /// A type or a function uses the name that the instance would have.
    static func usesName(_ maker: String, _ name: String) -> MakerRefusal {
        MakerRefusal("\(maker) uses the name \(name) already", "Rename what is called \(name) there.")
    }
}

extension Reason {
    /// What a person can change of a type or a function that can't take the instance.
    fileprivate func change(of maker: String) -> String {
        switch self {
        case .structure: "If nothing depends on what print shows of \(maker), use --structs."
        case .initializers:
            "Give \(maker) an initializer of its own that takes the instance, or a variable that code sets."
        case .subclasses: "Let the subclasses of \(maker) take the instance, and pass it to super.init."
        case .reference: "Write a closure where the initializer of \(maker) is a value: `{ \(maker)($0) }`."
        case .requirement: "Let the protocol that asks for the initializer of \(maker) ask for the instance, too."
        case .branches: "Write the initializer of \(maker) once, outside of #if."
        case .overload: "Give the other initializer of \(maker) another label."
        case .storage: "Read the instance before the closure that makes it there, or let its type be Sendable."
        case .access: "Make the type of the instance as visible as the initializers of \(maker)."
        default: "Let \(maker) take the instance by hand."
        }
    }
}
