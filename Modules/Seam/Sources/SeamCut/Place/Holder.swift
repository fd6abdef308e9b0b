import SeamKit
import SwiftSyntax

/// A stored property of a caller that has the accessor's instance already: the caller's dependency.
struct Holder {
    let name: String
    let owner: OwnerDecl
    let file: ParsedFile
    /// Whether only the file of the type sees it.
    let isPrivate: Bool
    /// Whether it may have another instance than the accessor's.
    let isOther: Bool
    /// The labels of the arguments that set it.
    let labels: Set<String>
    let declaration: VariableDeclSyntax
    /// The declaration, if the accessor is its initial value when an instance is made.
    let valued: VariableDeclSyntax?

    /// Finds the property of a type; nil if none has the instance.
    ///
    /// - Parameter visited: the types that are being examined already, with the property in question.
    init?(
        in home: TypeIndex.Declaration,
        access: String,
        instance: InjectedType,
        index: TypeIndex,
        visited: [String: String] = [:]
    ) {
        let (file, owner) = home
        guard [.class, .struct, .actor].contains(owner.kind) else { return nil }
        var value = HeldValue(access: access, instance: instance, owner: owner, index: index)
        let isView = owner.kind == .struct && index.conforms(owner.name, to: Recipient.views)
        for variable in owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) }) {
            let words = variable.modifiers.map(\.name.text)
            let isLazy = words.contains("lazy")
            guard variable.attributes.isEmpty || isView && Self.wrapper(of: variable) != nil,
                variable.isStoredInInstances || isLazy && owner.kind == .class, variable.bindings.count == 1,
                let binding = variable.bindings.first, binding.accessorBlock == nil,
                !words.contains(where: { ["weak", "unowned"].contains($0) }),
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                binding.typeAnnotation.map({ $0.type.trimmedDescription == instance.type }) ?? true
            else { continue }
            value.visited = visited.merging([owner.name: name]) { $1 }
            let isVariable = variable.bindingSpecifier.text == "var"
            var passed: Set<String> = isVariable ? [name] : []
            if let initial = binding.initializer?.value.trimmedDescription {
                guard value.accesses.contains(initial) else { continue }
            } else {
                guard let found = value.labels(storedIn: name) else { continue }
                passed.formUnion(found)
            }
            labels = passed
            (self.name, self.owner, self.file) = (name, owner, file)
            declaration = variable
            valued = binding.initializer == nil || isLazy ? nil : variable
            isPrivate = variable.modifiers.has("private", "fileprivate")
            isOther =
                instance.isMutable || !instance.isStored || isVariable && Self.isAssigned(name, index)
                || passed.contains(where: value.isPassedOther)
            return
        }
        return nil
    }

    /// Returns the wrapper by which a view keeps an object; nil if the property has none, or another.
    static func wrapper(of variable: VariableDeclSyntax) -> String? {
        guard variable.attributes.count == 1, let attribute = variable.attributes.first?.as(AttributeSyntax.self),
            attribute.arguments == nil
        else { return nil }
        let name = attribute.attributeName.trimmedDescription
        return ["ObservedObject", "StateObject", "State", "Bindable"].contains(name) ? name : nil
    }

    /// Returns whether code of the tree, outside of tests, assigns a property of this name.
    private static func isAssigned(_ name: String, _ index: TypeIndex) -> Bool {
        index.paths(saying: name).contains { path in
            guard !index.isTest(path), let file = index.file(path) else { return false }
            return file.tokens(name).contains { token in
                token.nextToken(viewMode: .sourceAccurate)?.text == "="
                    && token.parent?.is(DeclReferenceExprSyntax.self) == true
            }
        }
    }
}

/// What initializers store in a property.
private struct HeldValue {
    let access: String
    let instance: InjectedType
    let owner: OwnerDecl
    let index: TypeIndex
    /// The types that are being examined, whether they hold the instance.
    var visited: [String: String] = [:]

    /// The accessor, with its type and without.
    var accesses: Set<String> { [access, instance.value(of: access)] }

    /// Returns the labels of the parameters from which initializers store a property; nil if one of them stores something else
    /// than such a parameter, or the accessor.
    func labels(storedIn name: String) -> Set<String>? {
        let all = owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) }
        // A structure is made by its memberwise initializer, which takes the property.
        if all.isEmpty, owner.kind == .struct { return isMadeElsewhere ? [Self.other] : [name] }
        let initializers = all.filter { !$0.isDelegating && !$0.endsProcess }
        guard !initializers.isEmpty else { return nil }
        var result: Set<String> = []
        for initializer in initializers {
            let stored = initializer.body?.statements.compactMap { $0.item.as(SequenceExprSyntax.self) }
                .map { Self.unwrapped($0) }
                .filter { $0.count >= 3 && $0[1] == "=" && ($0[0] == name || $0[0] == "self." + name) }
            guard let stored, stored.count == 1, let found = labels(of: Array(stored[0].dropFirst(2)), in: initializer)
            else { return nil }
            result.formUnion(found)
        }
        return result
    }

    /// Whether an extension has an initializer that sets properties.
    private var isMadeElsewhere: Bool {
        let all = index.exactParts(of: owner.name).filter { $0.owner.kind == .extension }.flatMap(\.owner.memberDecls)
        return all.compactMap { $0.as(InitializerDeclSyntax.self) }.contains { !$0.isDelegating }
    }

    /// Returns the parts of an assignment: `store`, `=`, `store` also for `_store = StateObject(wrappedValue: store)`.
    private static func unwrapped(_ assignment: SequenceExprSyntax) -> [String] {
        let parts = assignment.elements.map(\.trimmedDescription)
        guard parts.count == 3, let call = assignment.elements.last?.as(FunctionCallExprSyntax.self),
            call.arguments.count == 1, let value = call.arguments.first, value.label?.text == "wrappedValue",
            let target = ["_", "self._"].first(where: parts[0].hasPrefix)
        else { return parts }
        let inner = value.expression.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription)
        return [String(parts[0].dropFirst(target.count)), parts[1]] + (inner ?? [value.expression.trimmedDescription])
    }

    private func labels(of parts: [String], in initializer: InitializerDeclSyntax) -> Set<String>? {
        if parts.count == 1, accesses.contains(parts[0]) { return [] }
        for item in initializer.body?.statements ?? [] {
            // `let store = store ?? .shared`
            guard let local = item.item.as(VariableDeclSyntax.self)?.bindings.first,
                local.pattern.trimmedDescription == parts[0], parts.count == 1, let value = local.initializer?.value
            else { continue }
            let inner =
                value.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription) ?? [value.trimmedDescription]
            return inner == parts ? nil : labels(of: inner, in: initializer)
        }
        let parameter = initializer.signature.parameterClause.parameters.first {
            ($0.secondName ?? $0.firstName).text == parts[0]
        }
        guard let parameter, parts.count == 1 || parts.count == 3 && parts[1] == "??" else { return nil }
        let type = parameter.type.trimmedDescription
        guard [instance.type, instance.optionalType].contains(type) else { return nil }
        // What is passed if nothing is.
        let value = parts.count == 3 ? parts[2] : parameter.defaultValue?.value.trimmedDescription
        let isOther = value.map { !accesses.contains($0) } ?? (parts.count == 3)
        return isOther ? [Self.other] : [parameter.firstName.text]
    }

    /// In place of a label, if what is stored is another instance than the accessor's without any argument.
    private static let other = "="

    /// Returns whether some call outside of tests passes something else than the accessor.
    func isPassedOther(_ label: String) -> Bool {
        // Nobody can search for an argument without a label.
        if label == Self.other || label == "_" { return true }
        return index.paths(saying: owner.simpleName, label).contains { path in
            guard !index.isTest(path), let file = index.file(path) else { return false }
            return file.tokens(label).contains { token in
                guard let argument = token.parent?.as(LabeledExprSyntax.self), argument.label?.id == token.id,
                    let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
                else { return false }
                let callee = call.calledExpression.trimmedDescription
                let makes =
                    [".init", "self.init", "super.init", "Self"].contains(callee)
                    || callee.split(separator: ".").contains(Substring(owner.simpleName))
                return makes && !isAccessor(argument.expression, in: file)
            }
        }
    }

    /// Returns whether an argument is the accessor, or what the type around it holds for it.
    private func isAccessor(_ argument: ExprSyntax, in file: ParsedFile) -> Bool {
        let text = argument.trimmedDescription
        if accesses.contains(text) { return true }
        let name = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
        let around = sequence(first: Syntax(argument), next: \.parent)
        guard name.isPlainName, let part = around.lazy.compactMap({ DeclSyntax($0).flatMap(file.owner) }).first,
            let home = part.kind == .extension ? index.type(part.name) : (file, part)
        else { return false }
        // This type is assumed to hold it while others are examined that depend on it.
        if let own = visited[home.owner.name] { return own == name && !binds(name, around: argument) }
        let holder = Holder(in: home, access: access, instance: instance, index: index, visited: visited)
        guard let holder, !holder.isOther else { return false }
        if let initializer = around.lazy.compactMap({ $0.as(InitializerDeclSyntax.self) }).first, text == name {
            let parameter = initializer.signature.parameterClause.parameters.first {
                ($0.secondName ?? $0.firstName).text == name
            }
            if let parameter {
                return holder.labels.contains(parameter.firstName.text)
                    && parameter.type.trimmedDescription == instance.type
            }
        }
        return holder.name == name && (text != name || !binds(name, around: argument))
    }

    /// Returns whether something inside the member around a place has a name of its own.
    private func binds(_ name: String, around place: ExprSyntax) -> Bool {
        let inside = sequence(first: Syntax(place), next: \.parent).prefix { !$0.is(MemberBlockItemListSyntax.self) }
        return inside.last?.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.text == name, let parent = token.parent else { return false }
            return parent.is(IdentifierPatternSyntax.self) || parent.is(FunctionParameterSyntax.self)
                || parent.is(ClosureParameterSyntax.self) || parent.is(ClosureShorthandParameterSyntax.self)
                || parent.is(ClosureCaptureSyntax.self)
        } == true
    }
}
