import SeamKit
import SwiftSyntax

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
        case .initializer(let initializer): return optional(in: initializer.signature, of: owner)
        case .value: return memberwise(in: owner) ?? settable(in: owner)
        case .body: return late(in: owner) ?? optionalOfFunction(in: owner)
        case .staticMember: return optionalOfFunction(in: owner)
        case .lazyValue, .none: return nil
        }
    }

    /// `init(account: Account = .shared)`, and the same of a function.
    private func argument(of owner: OwnerDecl) -> FoundDefault? {
        guard access.isBare, context.closures.isEmpty, context.localFunctions.isEmpty,
            let parameter = context.access.parent?.parent?.as(FunctionParameterSyntax.self),
            parameter.firstName.text != "_", parameter.ellipsis == nil
        else { return nil }
        let type = parameter.type.trimmedDescription
        guard type.trimmingMarks == type, !type.contains("@autoclosure") else { return nil }
        return found(parameter, .argument, of: owner, type: type)
    }

    /// `(account ?? .shared).refresh()` in a function that takes the optional.
    private func optionalOfFunction(in owner: OwnerDecl) -> FoundDefault? {
        guard let function = context.memberDecl?.as(FunctionDeclSyntax.self) else { return nil }
        return optional(in: function.signature, of: owner)
    }

    /// `self.account = account ?? .shared`
    private func optional(in signature: FunctionSignatureSyntax, of owner: OwnerDecl) -> FoundDefault? {
        guard let sequence = context.access.parent?.parent?.as(SequenceExprSyntax.self) else { return nil }
        let parts = Array(sequence.elements)
        guard parts.count >= 3, parts.last?.id == context.access.id, parts[parts.count - 2].trimmedDescription == "??",
            let name = parts[parts.count - 3].as(DeclReferenceExprSyntax.self)?.baseName.text.withoutBackticks,
            parts.count == 3 || parts.count == 5 && parts[1].is(AssignmentExprSyntax.self),
            let parameter = signature.parameterClause.parameters.first(where: { Self.name(of: $0) == name }),
            parameter.defaultValue?.value.is(NilLiteralExprSyntax.self) == true,
            parameter.type.trimmedDescription.hasSuffix("?"), parameter.firstName.text != "_"
        else { return nil }
        let type = parameter.type.trimmedDescription.unwrappedType
        return found(parameter, .optional(sequence), of: owner, type: type)
    }

    /// `var account: Account = .shared` in a structure without an initializer.
    private func memberwise(in owner: OwnerDecl) -> FoundDefault? {
        guard owner.kind == .struct, access.isBare, context.closures.isEmpty,
            let variable = context.memberDecl?.as(VariableDeclSyntax.self), variable.bindingSpecifier.text == "var",
            variable.bindings.count == 1, let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.withoutBackticks,
            binding.accessorBlock == nil, !context.isStatic,
            !variable.modifiers.contains(where: { ["private", "fileprivate", "lazy", "static"].contains($0.name.text) }
            ),
            !owner.memberDecls.contains(where: { $0.is(InitializerDeclSyntax.self) }), !owner.isConditional,
            // Wrappers whose value is what the compiler's initializer takes.
            variable.attributes.names.allSatisfy({
                ["ObservedObject", "StateObject", "State", "Bindable", "MainActor"].contains($0)
            })
        else { return nil }
        let type = binding.typeAnnotation?.type.trimmedDescription ?? access.instance.type
        let taker = Taker(
            file: file,
            initializer: nil,
            parameter: nil,
            name: name,
            fallback: .memberwise(binding)
        )
        return FoundDefault(owner: owner, label: name, type: type, takers: [taker])
    }

    /// `private var account: Account { injectedAccount ?? .shared }`
    private func late(in owner: OwnerDecl) -> FoundDefault? {
        guard access.isGathered, let late = LateProperty(context, of: owner) else { return nil }
        var takers: [Taker] = []
        for (file, part) in access.index.declarations(of: owner.name) where part.name == owner.name {
            for initializer in part.memberDecls.compactMap({ $0.as(InitializerDeclSyntax.self) }) {
                let parameter = initializer.signature.parameterClause.parameters.first {
                    $0.firstName.text == late.name && Self.name(of: $0) == late.stored
                }
                guard let parameter, parameter.defaultValue?.value.is(NilLiteralExprSyntax.self) == true,
                    let assignment = late.assignment(in: initializer)
                else { continue }
                takers.append(
                    Taker(
                        file: file,
                        initializer: initializer,
                        parameter: parameter,
                        name: late.stored,
                        fallback: .late(assignment)
                    )
                )
            }
        }
        guard !takers.isEmpty else { return settable(late, in: owner) }
        return FoundDefault(owner: owner, label: late.name, type: late.type, takers: takers, late: late)
    }

    /// `var account: Account = .shared` in a class that a storyboard makes
    private func settable(in owner: OwnerDecl) -> FoundDefault? {
        guard owner.kind == .class, access.isBare, context.closures.isEmpty, !context.isStatic,
            access.index.isOfInterfaceBuilder(owner),
            let variable = context.memberDecl?.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first, let name = variable.settableName
        else { return nil }
        let type = binding.typeAnnotation?.type.trimmedDescription ?? access.instance.type
        guard type.trimmingMarks == type else { return nil }
        return settable(name, isReadAtOnce: true, type: type, in: owner)
    }

    /// `var injectedAccount: Account?` beside the computed property.
    private func settable(_ late: LateProperty, in owner: OwnerDecl) -> FoundDefault? {
        guard owner.kind == .class, late.isSettable else { return nil }
        return settable(late.stored, isReadAtOnce: false, type: late.type, in: owner).map {
            FoundDefault(owner: $0.owner, label: $0.label, type: $0.type, takers: $0.takers, late: late)
        }
    }

    private func settable(_ name: String, isReadAtOnce: Bool, type: String, in owner: OwnerDecl) -> FoundDefault? {
        let fallback = Taker.Fallback.set(isReadAtOnce: isReadAtOnce)
        let taker = Taker(file: file, initializer: nil, parameter: nil, name: name, fallback: fallback)
        return FoundDefault(owner: owner, label: name, type: type, takers: [taker])
    }

    private func found(
        _ parameter: FunctionParameterSyntax,
        _ fallback: Taker.Fallback,
        of owner: OwnerDecl,
        type: String
    ) -> FoundDefault? {
        let initializer = context.memberDecl?.as(InitializerDeclSyntax.self)
        let own = context.memberDecl.flatMap { InstanceFunction($0, owner: owner, file: file) }
        let function = initializer == nil ? own : nil
        guard own != nil else { return nil }
        let taker = Taker(
            file: file,
            initializer: initializer,
            function: function,
            parameter: parameter,
            name: Self.name(of: parameter),
            fallback: fallback
        )
        return FoundDefault(
            owner: owner,
            label: parameter.firstName.text.withoutBackticks,
            type: type,
            takers: [taker]
        )
    }

    private static func name(of parameter: FunctionParameterSyntax) -> String {
        InstanceFunction.name(of: parameter)
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
        let words = decl.modifiers.map(\.name.text)
        let isOptional = decl.bindings.first?.typeAnnotation?.type.trimmedDescription.last.map { "?!".contains($0) }
        guard !words.contains("weak"), !words.contains("unowned"), isOptional != true else { return nil }
        self.name = name
        isPrivate = decl.isPrivate
        isSettable = decl.bindingSpecifier.text == "var"
    }

    /// Finds a constant that holds what was passed for it, or a property whose value is only the accessor.
    init?(of type: String, in owner: OwnerDecl, reading accesses: Set<String>) {
        for decl in owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) }) {
            guard !decl.modifiers.says("static", "class", "weak", "lazy"),
                decl.bindings.count == 1, let binding = decl.bindings.first, binding.accessorBlock == nil,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            else { continue }
            let annotation = binding.typeAnnotation?.type.trimmedDescription
            let isOwn = annotation?.plainType == type.plainType && annotation?.trimmingMarks == annotation
            let isPassed = decl.bindingSpecifier.text == "let" && isOwn && binding.initializer == nil
            let value = binding.initializer?.value.trimmedDescription
            let isRead =
                value.map { accesses.contains($0) && (isOwn || annotation == nil && !$0.hasPrefix(".")) } == true
            guard isPassed || isRead else { continue }
            self.init(
                name: name.withoutBackticks,
                isPrivate: decl.isPrivate,
                isSettable: decl.bindingSpecifier.text == "var" || isPassed
            )
            return
        }
        return nil
    }

    /// Finds a constant whose object has the instance in a constant: `services.account`.
    ///
    /// - Parameter isolation: that of the type.
    init?(of type: String, inContainerOf owner: OwnerDecl, index: TypeIndex, isolation: Isolation) {
        var found: [HeldProperty] = []
        for decl in owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) }) {
            guard decl.bindingSpecifier.text == "let", !decl.modifiers.says("static"),
                let binding = decl.bindings.first, decl.bindings.count == 1,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let annotation = binding.typeAnnotation?.type.trimmedDescription,
                let (file, container) = index.type(annotation), [.class, .struct].contains(container.kind)
            else { continue }
            let other = IsolationReader(index: index).isolation(of: container, in: file)
            guard other == .nonisolated || other == isolation,
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
    private static func target(of name: String, in initializer: InitializerDeclSyntax) -> String? {
        for statement in initializer.body?.statements ?? [] {
            guard let parts = statement.item.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count >= 3,
                parts[1].is(AssignmentExprSyntax.self)
            else { continue }
            var target = parts[0].trimmedDescription
            if target.hasPrefix("self.") { target.removeFirst(5) }
            if parts[2].trimmedDescription == name, parts.count == 3 || parts.count == 5 { return target }
            if target.hasPrefix("_"), parts.count == 3, let call = parts[2].as(FunctionCallExprSyntax.self),
                call.arguments.count == 1, call.arguments.first?.label?.text == "wrappedValue",
                call.arguments.first?.expression.trimmedDescription.hasPrefix(name) == true
            {
                return String(target.dropFirst())
            }
        }
        return nil
    }

    private static func stored(_ name: String, in owner: OwnerDecl) -> VariableDeclSyntax? {
        owner.memberDecls.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { decl in
            decl.bindings.count == 1 && decl.bindings.first?.pattern.trimmedDescription.withoutBackticks == name
                && decl.bindings.first?.accessorBlock == nil
        }
    }
}

extension VariableDeclSyntax {
    fileprivate var isPrivate: Bool {
        modifiers.has("private", "fileprivate")
    }
}
