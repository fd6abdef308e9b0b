import SeamKit
import SwiftSyntax

/// Finds the type of a value that something is called on, from what is written around it.
struct ReceiverType {
    let index: TypeIndex
    let file: ParsedFile

    /// Returns the name of the type, without generic arguments and marks of optionals: that of a type of the tree with the names of
    /// those around it, or another name. Nil if nothing says it.
    func type(of value: ExprSyntax) -> String? { type(of: value, depth: 0) }

    private func type(of value: ExprSyntax, depth: Int) -> String? {
        guard depth < 8 else { return nil }
        switch value.as(ExprSyntaxEnum.self) {
        case .tupleExpr(let tuple):
            return tuple.elements.count == 1
                ? tuple.elements.first.flatMap { type(of: $0.expression, depth: depth) } : nil
        case .tryExpr(let marked): return type(of: marked.expression, depth: depth)
        case .awaitExpr(let marked): return type(of: marked.expression, depth: depth)
        case .forceUnwrapExpr(let forced): return type(of: forced.expression, depth: depth)
        case .optionalChainingExpr(let chained): return type(of: chained.expression, depth: depth)
        case .functionCallExpr(let call): return result(of: call, depth: depth)
        case .memberAccessExpr(let member):
            guard let base = member.base else { return nil }
            let name = member.declName.baseName.text.withoutBackticks
            if let type = typeName(base) {
                return isCase(name, of: type) ? type : self.member(name, of: type, isStatic: true, depth)
            }
            return type(of: base, depth: depth + 1).flatMap { self.member(name, of: $0, isStatic: false, depth) }
        case .declReferenceExpr(let reference): return type(named: reference, depth: depth)
        default: return nil
        }
    }

    /// Returns the type that an expression names: `Row`, `Outer.Row<Int>`; nil for another expression.
    func typeName(_ expression: ExprSyntax) -> String? {
        let plain = expression.as(GenericSpecializationExprSyntax.self)?.expression ?? expression
        let text = plain.trimmedDescription
        guard text.first?.isUppercase == true, text.lastName.first?.isUppercase == true,
            text.allSatisfy({ $0.isLetter || $0.isNumber || "._".contains($0) })
        else { return nil }
        if text == "Self" { return scope(of: Syntax(expression)) }
        return typeName(text, at: Syntax(expression))
    }

    /// Returns the type that a name means at a place; nil for a generic parameter, another name for a type, or an enumeration's case.
    func typeName(_ text: String, at node: Syntax) -> String? {
        let first = text.firstName
        let isParameter = sequence(first: node, next: \.parent).contains { around in
            around.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
                .contains { $0.name.text == first } == true
        }
        guard !isParameter, !index.isAlias(text) else { return nil }
        if let known = index.typeName(text, inside: scope(of: node)) { return known }
        return index.declarations(of: text).contains { $0.owner.kind != .extension } ? nil : text
    }

    /// The name of the type around a place.
    func scope(of node: Syntax) -> String? {
        file.owners(around: node.positionAfterSkippingLeadingTrivia.utf8Offset).last?.name
    }

    /// Returns the type that a call makes: `Row()`, `Outer.Row.init()`.
    func typeName(made call: FunctionCallExprSyntax) -> String? {
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "init"
        else { return typeName(call.calledExpression) }
        return member.base.flatMap(typeName)
    }

    private func result(of call: FunctionCallExprSyntax, depth: Int) -> String? {
        let callee = call.calledExpression
        if let type = typeName(callee) { return type }
        if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base {
            let name = member.declName.baseName.text.withoutBackticks
            if let type = typeName(base) {
                if name == "init" || isCase(name, of: type) { return type }
                return function(name, of: type, isStatic: true)
            }
            return type(of: base, depth: depth + 1).flatMap { function(name, of: $0, isStatic: false) }
        }
        guard let reference = callee.as(DeclReferenceExprSyntax.self) else { return nil }
        let name = reference.baseName.text.withoutBackticks
        let own = scope(of: Syntax(call)).flatMap { type in
            function(name, of: type, isStatic: false) ?? function(name, of: type, isStatic: true)
        }
        return own
    }

    /// Returns what the only function of a type with a name returns.
    private func function(_ name: String, of type: String, isStatic: Bool) -> String? {
        let all = index.exactParts(of: type).flatMap { part in
            part.owner.memberDecls.compactMap { $0.as(FunctionDeclSyntax.self) }
                .filter { $0.name.text.withoutBackticks == name && $0.modifiers.says("static", "class") == isStatic }
        }
        guard all.count == 1, let result = all[0].signature.returnClause?.type else { return nil }
        return written(result)
    }

    private func isCase(_ name: String, of type: String) -> Bool {
        index.exactParts(of: type).contains { part in
            part.owner.memberDecls.contains { decl in
                decl.as(EnumCaseDeclSyntax.self)?.elements.contains { $0.name.text.withoutBackticks == name } == true
            }
        }
    }

    /// Returns the type of a property of a type.
    private func member(_ name: String, of type: String, isStatic: Bool, _ depth: Int) -> String? {
        for part in index.exactParts(of: type) {
            for variable in part.owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) })
            where variable.modifiers.says("static", "class") == isStatic {
                guard let binding = variable.bindings.first(where: { $0.binds(name) }) else { continue }
                let reader = ReceiverType(index: index, file: part.file)
                return reader.type(of: binding, depth: depth + 1)
            }
        }
        return nil
    }

    private func type(of binding: PatternBindingSyntax, depth: Int) -> String? {
        if let annotation = binding.typeAnnotation?.type { return written(annotation) }
        return binding.initializer.flatMap { type(of: $0.value, depth: depth + 1) }
    }

    /// Returns the type that is written: `Row`, `Row?`, `any Row`.
    private func written(_ type: TypeSyntax) -> String? {
        switch type.as(TypeSyntaxEnum.self) {
        case .optionalType(let optional): written(optional.wrappedType)
        case .implicitlyUnwrappedOptionalType(let optional): written(optional.wrappedType)
        case .someOrAnyType(let constrained): written(constrained.constraint)
        case .attributedType(let attributed): written(attributed.baseType)
        case .metatypeType(let metatype): written(metatype.baseType)
        case .identifierType(let plain):
            plain.name.text == "Self"
                ? scope(of: Syntax(type)) : typeName(plain.name.text.withoutBackticks, at: Syntax(type))
        case .memberType: typeName(type.plainText, at: Syntax(type))
        default: nil
        }
    }

    // MARK: Names

    private func type(named reference: DeclReferenceExprSyntax, depth: Int) -> String? {
        let name = reference.baseName.text.withoutBackticks
        if name == "self" { return scope(of: Syntax(reference)) }
        var child = Syntax(reference)
        while let parent = child.parent {
            switch binding(of: name, around: child, in: parent, depth: depth) {
            case .found(let type): return type
            case .none: child = parent
            }
            if parent.is(MemberBlockItemSyntax.self) { break }
        }
        guard let owner = scope(of: Syntax(reference)) else { return nil }
        return member(name, of: owner, isStatic: false, depth) ?? member(name, of: owner, isStatic: true, depth)
    }

    private enum Binding {
        /// The name is bound here, to a value of this type if that is known.
        case found(String?)
        case none
    }

    /// Returns what a node around a place binds a name to.
    private func binding(of name: String, around child: Syntax, in parent: Syntax, depth: Int) -> Binding {
        if let list = parent.as(CodeBlockItemListSyntax.self) {
            for item in list where item.position < child.position {
                if let found = bound(name, in: item, depth: depth) { return .found(found.type) }
            }
        }
        if let conditions = child.as(CodeBlockSyntax.self)?.parent?.conditions
            ?? parent.as(ConditionElementListSyntax.self)
        {
            for condition in conditions where condition.position < child.position {
                if let found = bound(name, in: condition, depth: depth) { return .found(found.type) }
            }
        }
        if let loop = parent.as(ForStmtSyntax.self), loop.body.id == child.id, loop.pattern.says(name) {
            return .found(nil)
        }
        if parent.is(SwitchCaseSyntax.self) || parent.is(CatchClauseSyntax.self), child.position > parent.position,
            parent.says(name, before: child)
        {
            return .found(nil)
        }
        if let closure = parent.as(ClosureExprSyntax.self), let signature = closure.signature, signature.id != child.id
        {
            if signature.says(name) { return .found(parameter(name, of: signature)) }
        }
        let clause =
            parent.as(FunctionDeclSyntax.self)?.signature.parameterClause
            ?? parent.as(InitializerDeclSyntax.self)?.signature.parameterClause
            ?? parent.as(SubscriptDeclSyntax.self)?.parameterClause
        if let parameter = clause?.parameters.first(where: { InstanceFunction.name(of: $0) == name }) {
            return .found(parameter.ellipsis == nil ? written(parameter.type) : nil)
        }
        return .none
    }

    private func parameter(_ name: String, of signature: ClosureSignatureSyntax) -> String? {
        guard case .parameterClause(let clause)? = signature.parameterClause else { return nil }
        let own = clause.parameters.first { ($0.secondName ?? $0.firstName).text.withoutBackticks == name }
        return own?.type.flatMap(written)
    }

    /// Returns the type of a name that a statement binds for those after it; nil if it binds another.
    private func bound(_ name: String, in item: CodeBlockItemSyntax, depth: Int) -> (type: String?, Void)? {
        if let variable = item.item.as(VariableDeclSyntax.self) {
            if let binding = variable.bindings.first(where: { $0.binds(name) }) {
                return (type(of: binding, depth: depth), ())
            }
            return variable.bindings.contains { $0.pattern.says(name) } ? (nil, ()) : nil
        }
        for condition in item.item.as(GuardStmtSyntax.self)?.conditions ?? [] {
            if let found = bound(name, in: condition, depth: depth) { return found }
        }
        return nil
    }

    private func bound(_ name: String, in condition: ConditionElementSyntax, depth: Int) -> (type: String?, Void)? {
        if let optional = condition.condition.as(OptionalBindingConditionSyntax.self), optional.pattern.says(name) {
            if let annotation = optional.typeAnnotation?.type { return (written(annotation), ()) }
            // `if let row` has what `row` is outside.
            guard let value = optional.initializer?.value else { return nil }
            return (type(of: value, depth: depth + 1), ())
        }
        let pattern = condition.condition.as(MatchingPatternConditionSyntax.self)?.pattern
        return pattern?.says(name) == true ? (nil, ()) : nil
    }
}

extension Syntax {
    /// The conditions whose bindings the body of a statement sees.
    fileprivate var conditions: ConditionElementListSyntax? {
        self.as(IfExprSyntax.self)?.conditions ?? self.as(WhileStmtSyntax.self)?.conditions
    }

    /// Returns whether what comes before a child has a pattern with a name.
    fileprivate func says(_ name: String, before child: Syntax) -> Bool {
        tokens(viewMode: .sourceAccurate).prefix { $0.position < child.position }.contains {
            $0.text.withoutBackticks == name && $0.parent?.is(IdentifierPatternSyntax.self) == true
        }
    }
}

extension SyntaxProtocol {
    /// Returns whether one of its words is a name.
    fileprivate func says(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.text.withoutBackticks == name }
    }
}

extension PatternBindingSyntax {
    fileprivate func binds(_ name: String) -> Bool {
        pattern.as(IdentifierPatternSyntax.self)?.identifier.text.withoutBackticks == name
    }
}
