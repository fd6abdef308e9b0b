import SeamKit

/// A caller that takes the instance in initializers, or a function that does, and falls back to the accessor where a call passes
/// none.
///
/// It doesn't matter who wrote it, a person or `seam cut`.
struct DefaultedCaller {
    let owner: OwnerDecl
    let file: ParsedFile
    /// Nil for a type.
    let function: InstanceFunction?
    /// The label of the argument in calls.
    let label: String
    /// The type of the instance as the caller sees it.
    let type: TypeStructure
    /// The initializers that take it.
    var takers: [Taker]
    /// What the type's own code reads; nil if no property has the instance.
    let property: HeldProperty?
    /// The form that injecting writes if the accessor has to be read late; nil for others.
    let late: LateProperty?
    /// Why the defaults can't go, whatever the calls pass; nil if they can.
    let obstacle: String?

    /// Creates a caller from its defaults; nil if they aren't those of one parameter.
    init?(_ defaults: [FoundDefault], index: CodeTree) {
        guard let first = defaults.first,
            defaults.allSatisfy({ $0.label == first.label && $0.type.unmarked == first.type.unmarked })
        else { return nil }
        var written: [Taker] = []
        // Each extension may have a property of its own that falls back to what the initializers take.
        for taker in defaults.flatMap(\.takers)
        where taker.initializer == nil || !written.contains(where: { $0.initializer == taker.initializer }) {
            written.append(taker)
        }
        (label, self.type, late, function) = (first.label, first.type, first.late, first.function)
        if let function {
            (owner, file, takers, property) = (function.owner, function.file, written, nil)
            let own = (owner: owner, takers: takers)
            obstacle =
                own.takers.lazy.compactMap { $0.obstacle(in: own.owner, index) }.first ?? function.obstacle(index)
            return
        }
        guard let type = index.declaration(of: first.owner) else { return nil }
        (owner, file) = (type.owner, type.file)
        takers = written + Self.forwarders(to: written, label: label, of: owner, index: index)
        property =
            late.map {
                var held = HeldProperty(name: $0.name, isPrivate: $0.isPrivate, isSettable: false, isLate: true)
                if $0.isPrivate { held.readers = Set(defaults.map(\.path)) }
                return held
            }
            ?? HeldProperty(filledBy: written, of: owner)
        var obstacle = takers.lazy.compactMap { $0.obstacle(in: type.owner, index) }.first
        if written.contains(where: \.isSet) {
            obstacle = Self.obstacle(setting: label, of: owner)
        }
        if let late, !late.isWhole(in: written, of: owner, index: index) {
            obstacle = obstacle ?? "\(owner.name) doesn't take an instance in each of its initializers"
        }
        self.obstacle = obstacle
    }

    /// Creates a class that is to get a variable, which code sets once an object is made.
    init(setting property: RootProperty, as type: TypeStructure) {
        (owner, file, function, late) = (property.owner, property.file, nil, nil)
        (label, self.type) = (property.name, type)
        let fallback = Taker.Fallback.set(isReadAtOnce: !property.isLazy)
        takers = [Taker(file: file, initializer: nil, parameter: nil, name: label, fallback: fallback)]
        self.property = HeldProperty(name: label, isPrivate: false, isSettable: true)
        obstacle = Self.obstacle(setting: label, of: owner)
    }

    /// Why the default of a variable can't go.
    private static func obstacle(setting name: String, of owner: OwnerDecl) -> String {
        "\(name) is set once \(owner.name) is made, so that its default stays"
    }

    /// Whether code sets the instance once the object is made, by a storyboard for example, and no initializer takes it.
    var isSet: Bool { takers.contains(where: \.isSet) }

    /// Whether a variable has the instance only from its first read on.
    var isReadLate: Bool {
        takers.contains { if case .set(isReadAtOnce: false) = $0.fallback { true } else { false } }
    }

    /// Whether each call that passes nothing reads the accessor.
    var isReadByCalls: Bool { takers.allSatisfy(\.isReadByCall) }

    /// The taker with an initializer; nil if that takes nothing.
    func taker(_ initializer: InitializerNode) -> Taker? { takers.first { $0.initializer == initializer } }

    /// Returns the initializers that call one of these on the same object, and can get the parameter to pass it on.
    private static func forwarders(
        to written: [Taker],
        label: String,
        of owner: OwnerDecl,
        index: CodeTree
    ) -> [Taker] {
        var result: [Taker] = []
        for (file, part) in index.parts(of: owner) {
            for initializer in part.initializers
            where initializer.isDelegating && !written.contains(where: { $0.initializer == initializer }) {
                let known = written.map { $0.called(in: owner) }
                guard let call = initializer.delegation, file.isEditable,
                    case .takes(let target, let argument) = Construction(
                        file: file,
                        node: call.expression,
                        isTest: false
                    )
                    .target(labelled: label, of: known),
                    case .insertion = argument, Initializers(owner: part, file: file).canTake(initializer, index),
                    !file.hasName(label, in: initializer.plainNode)
                else { continue }
                let model = written.first { $0.initializer == target.declaration }?.parameter
                result.append(
                    Taker(
                        file: file,
                        initializer: initializer,
                        parameter: nil,
                        name: label,
                        fallback: .forwarded(to: call, argument, model)
                    )
                )
            }
        }
        return result
    }

    /// The edits of one that falls back no more.
    func edits(requiring type: TypeStructure, isShared: Bool) -> [(path: String, edit: TextEdit)] {
        let own = late.map { late in
            late.edits(type: type, isShared: isShared, in: file).map { (file.path, $0) }
        }
        return (own ?? (isShared ? opening : []))
            + takers.flatMap { taker in
                taker.edits(requiring: type, labelled: label, late: late).map { (taker.file.path, $0) }
            }
    }

    /// The edit by which other files of the type can read its property.
    private var opening: [(path: String, edit: TextEdit)] {
        let own = owner.variables.first { $0.parts.first?.written.withoutBackticks == property?.name }
        return own?.privateRange.map { [(file.path, file.removal(of: $0))] } ?? []
    }
}

/// What a use of the accessor is the fallback for.
struct FoundDefault {
    let owner: OwnerDecl
    let label: String
    let type: TypeStructure
    let takers: [Taker]
    var late: LateProperty?
    /// The path of the file that falls back.
    let path: String

    /// The function that falls back; nil for a type.
    var function: InstanceFunction? { takers.first?.function }
}

/// An initializer or a function that takes the instance, and what it does if it gets none.
struct Taker {
    enum Fallback {
        /// `init(account: Account = .shared)`
        case argument
        /// `init(account: Account? = nil)`, and this in its body: `account ?? .shared`. The place of `?? .shared`.
        case optional(choice: Range<Int>)
        /// The same, but a computed property falls back. The assignment of the optional.
        case late(ExpressionNode)
        /// `var account: Account = .shared` in a structure without an initializer.
        case memberwise(PropertyNode)
        /// `var account: Account = .shared` in a class that a storyboard makes, or the optional beside a computed property that falls
        /// back.
        case set(isReadAtOnce: Bool)
        /// It calls an initializer that takes it, and doesn't pass it yet: the call, the argument, and that one's parameter.
        case forwarded(to: CallNode, Construction.Argument, ParameterNode?)
    }

    let file: ParsedFile
    /// Nil for a function, and for the one that the compiler makes.
    let initializer: InitializerNode?
    var function: InstanceFunction?
    let parameter: ParameterNode?
    /// The parameter's name in the body.
    let name: String
    let fallback: Fallback

    /// Whether code sets the instance once the object is made.
    var isSet: Bool { if case .set = fallback { true } else { false } }

    /// Returns the initializer as calls see it.
    func called(in owner: OwnerDecl) -> CalledInitializer {
        function?.called ?? initializer.map { CalledInitializer($0, takes: true) }
            ?? CalledInitializer(memberwiseOf: owner, takes: true)
    }

    /// Whether the body has an instance, and not an optional.
    var hasInstance: Bool {
        switch fallback {
        case .argument: true
        case .optional, .late, .memberwise, .set, .forwarded: false
        }
    }

    /// Whether the accessor is read when a call relies on the default, and not in the body or later.
    var isReadByCall: Bool {
        switch fallback {
        case .argument, .memberwise: true
        case .set(let isReadAtOnce): isReadAtOnce
        case .optional, .late, .forwarded: false
        }
    }

    /// Why the default can't go; nil if it can.
    func obstacle(in owner: OwnerDecl, _ index: CodeTree) -> String? {
        guard let node = initializer?.plainNode ?? function?.decl.plainNode else { return nil }
        let place = file.place(of: node.offset)
        if let initializer, Initializers(owner: owner, file: file).isFixed(initializer, index) {
            return "\(place): the initializer is required or overrides another"
        }
        switch fallback {
        case .argument, .memberwise, .set, .forwarded: return nil
        case .optional, .late:
            let what = function?.title ?? "the initializer"
            // Behind the statement that resolves it, the name is that of the instance.
            let end = resolution?.endOfStatement ?? node.end
            return file.reads(of: name, in: node).count(where: { $0.offset < end }) == 1
                ? nil : "\(place): \(what) uses the optional elsewhere, too"
        }
    }

    /// `let account = account ?? .shared`, among the statements of the body; nil if it falls back in another way.
    private var resolution: StatementNode? {
        guard case .optional(let choice) = fallback else { return nil }
        let body = initializer?.block ?? function?.decl.function?.block
        return body?.list.first { $0.extent.contains(choice.lowerBound) && $0.isConstant(name) }
    }

    /// Returns the edits that let it take an instance, and nothing but an instance.
    func edits(requiring type: TypeStructure, labelled label: String, late: LateProperty?) -> [TextEdit] {
        switch fallback {
        case .argument: return parameter.map { [file.removal(of: $0.defaultRange)] } ?? []
        case .optional(let choice):
            guard let parameter else { return [] }
            let structure = parameter.typeNode.structure
            let own = TextEdit(replacing: parameter.typeNode, with: (structure.wrapped ?? structure).text)
            let line = resolution.flatMap { file.lineRange(of: $0.offset..<$0.endOfStatement) }
            return [own, file.removal(of: parameter.defaultRange), file.removal(of: line ?? choice)]
        case .late(let assignment):
            guard let parameter, let late else { return [] }
            return [
                file.replacement(parameter.namesToValue, with: "\(late.name): \(type)"),
                TextEdit(replacing: assignment, with: "self.\(late.name) = \(late.name)"),
            ]
        case .memberwise(let property):
            let emptied = property.part?.emptied(as: type.text)
            return emptied.map { [file.replacement($0.range, with: $0.annotation)] } ?? []
        case .forwarded: return forwarding(isRequired: true, as: type, labelled: label)
        case .set: return []
        }
    }

    /// Returns the edits that let a convenience initializer take the instance and pass it; none for others.
    func forwarding(isRequired: Bool, as type: TypeStructure, labelled label: String) -> [TextEdit] {
        guard case .forwarded(_, let argument, let model) = fallback, let initializer else { return [] }
        var text = "\(label): \(type)"
        if !isRequired, let model {
            text = "\(label): \(model.typeText)" + (model.value.map { " = \($0.code)" } ?? "")
        }
        let own = file.edit(adding: [text], to: initializer.parameterList)
        return [own].compactMap(\.self) + argument.edits(passing: label)
    }
}
