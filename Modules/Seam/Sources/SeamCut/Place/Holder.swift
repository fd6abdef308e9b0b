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
    let declaration: VariableDeclSyntax
    /// The declaration, if the accessor is its initial value when an instance is made.
    let valued: VariableDeclSyntax?

    /// Finds the property of a type; nil if none has the instance.
    init?(in home: TypeIndex.Declaration, access: String, instance: InjectedType, index: TypeIndex) {
        let (file, owner) = home
        guard [.class, .struct, .actor].contains(owner.kind) else { return nil }
        let value = HeldValue(accesses: [access, instance.value(of: access)], owner: owner)
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
            let isVariable = variable.bindingSpecifier.text == "var"
            var passed: Set<String> = isVariable ? [name] : []
            if let initial = binding.initializer?.value.trimmedDescription {
                guard value.accesses.contains(initial) else { continue }
            } else {
                guard let found = value.labels(storedIn: name) else { continue }
                passed.formUnion(found)
            }
            (self.name, self.owner, self.file) = (name, owner, file)
            declaration = variable
            valued = binding.initializer == nil || isLazy ? nil : variable
            isPrivate = variable.modifiers.has("private", "fileprivate")
            isOther =
                instance.isMutable || !instance.isStored || isVariable && Self.isAssigned(name, index)
                || passed.contains { value.isPassedOther($0, index) }
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
    /// The accessor, with its type and without.
    let accesses: Set<String>
    let owner: OwnerDecl

    /// Returns the labels of the parameters from which initializers store a property; nil if one of them stores something else
    /// than such a parameter, or the accessor.
    func labels(storedIn name: String) -> Set<String>? {
        let initializers = owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) }
            .filter { !$0.isDelegating && !$0.endsProcess }
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
        guard let parameter, let value = parameter.defaultValue?.value.trimmedDescription else { return nil }
        let isOptional = parts.count == 3 && parts[1] == "??" && accesses.contains(parts[2]) && value == "nil"
        return isOptional || parts.count == 1 && accesses.contains(value) ? [parameter.firstName.text] : nil
    }

    /// Returns whether some call outside of tests passes something else than the accessor.
    func isPassedOther(_ label: String, _ index: TypeIndex) -> Bool {
        index.paths(saying: owner.simpleName, label).contains { path in
            guard !index.isTest(path), let file = index.file(path) else { return false }
            return file.tokens(label).contains { token in
                guard let argument = token.parent?.as(LabeledExprSyntax.self), argument.label?.id == token.id,
                    let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
                else { return false }
                let callee = call.calledExpression.trimmedDescription
                let makes =
                    [".init", "self.init", "super.init", "Self"].contains(callee)
                    || callee.split(separator: ".").contains(Substring(owner.simpleName))
                return makes && !accesses.contains(argument.expression.trimmedDescription)
            }
        }
    }
}
