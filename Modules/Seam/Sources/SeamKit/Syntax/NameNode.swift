package import SwiftSyntax

/// A name where code reads it: alone, or as a member of something.
package struct NameNode {
    /// The name without backticks.
    package let name: String
    /// Its place in bytes of UTF-8.
    package let offset: Int
    /// The name, with what it is a member of.
    package let expression: ExprSyntax
    package let isMember: Bool
    /// What stands before its dot; nil if it is alone, or if the type is implied: `.shared`.
    package let base: ExprSyntax?
    /// Whether labels follow it: `f(a:)`.
    package let hasLabels: Bool

    /// The call of it; nil if it isn't called.
    package var call: FunctionCallExprSyntax? { expression.calling }

    /// The name with its generic arguments.
    package var specialized: ExprSyntax {
        expression.parent?.as(GenericSpecializationExprSyntax.self).map { ExprSyntax($0) } ?? expression
    }

    /// Whether it is called, or an initializer of it: `Name()`, `Name<Int>()`, `Name.init()`.
    package var isCalled: Bool {
        let callee = specialized
        let member = callee.parent?.as(MemberAccessExprSyntax.self)
        return callee.calling != nil || member?.base?.id == callee.id && member?.declName.baseName.text == "init"
    }

    /// Whether a value is compared with it, or with what it is called with: `case .done`, `case .failed(let error)`.
    package var isMatched: Bool {
        (expression.calling.map { Syntax($0) } ?? Syntax(expression)).parent?.is(ExpressionPatternSyntax.self) == true
    }

    /// The end of what stands before it, without the space between, in bytes of UTF-8.
    package var previousEnd: Int { expression.position.utf8Offset }

    /// The place of what it is called with or assigned, in bytes of UTF-8.
    package var inputs: Range<Int> {
        let whole = expression.andAround.first { $0.is(SequenceExprSyntax.self) || $0.is(FunctionCallExprSyntax.self) }
        return expression.end..<max(expression.end, whole?.end ?? 0)
    }

    /// The key path that it stands in without a dot of its own.
    package var keyPath: KeyPathExprSyntax? {
        expression.andAround.prefix(5).lazy.compactMap { $0.as(KeyPathExprSyntax.self) }.first
    }

    /// The outermost function, initializer or accessor around it.
    package var body: Syntax? {
        Array(expression.andAround).last {
            $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self) || $0.is(AccessorBlockSyntax.self)
        }
    }
}

extension TokenSyntax {
    /// The name that it is, where code reads it; nil for others, such as names in declarations.
    package var nameNode: NameNode? {
        guard let reference = parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        let member = reference.parent?.as(MemberAccessExprSyntax.self).flatMap {
            $0.declName.id == reference.id ? $0 : nil
        }
        return NameNode(
            name: text.withoutBackticks,
            offset: offset,
            expression: member.map { ExprSyntax($0) } ?? ExprSyntax(reference),
            isMember: member != nil,
            base: member?.base,
            hasLabels: reference.argumentNames != nil
        )
    }

    /// Returns the member of this name that the token is in.
    package func memberAround(named name: String) -> ExprSyntax? {
        andAround.lazy.compactMap { $0.as(MemberAccessExprSyntax.self) }.first { $0.declName.baseName.text == name }
            .map { ExprSyntax($0) }
    }

    /// The property or function that it is a part of the head of.
    package var declaration: DeclSyntax? {
        andAround.dropFirst().prefix(4).lazy.compactMap { $0.as(DeclSyntax.self) }
            .first { $0.property != nil || $0.function != nil }
    }

    /// The property or function of a type or file that it is in.
    package var memberDeclaration: DeclSyntax? {
        andAround.prefix { !$0.is(MemberBlockSyntax.self) }.lazy.compactMap { $0.as(DeclSyntax.self) }
            .first { $0.property != nil || $0.function != nil }
    }

    /// The outermost function, initializer or property around it that belongs to a type or a file.
    package var outerDeclaration: DeclSyntax? {
        andAround.prefix { !$0.is(MemberBlockSyntax.self) }.compactMap { $0.as(DeclSyntax.self) }
            .last { !$0.is(IfConfigDeclSyntax.self) && !$0.isType }
    }

    /// Returns the part of a function's body that may have run when the token does: what stands before it, or all if it is in a loop, a
    /// closure or a local function.
    package func mayFollow(in declaration: DeclSyntax) -> Range<Int>? {
        guard let body = declaration.function?.body ?? declaration.initializer?.body else { return nil }
        let isRepeated = andAround.prefix { $0.id != body.id }.contains { node in
            node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) || node.is(ForStmtSyntax.self)
                || node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self)
        }
        return body.offset..<(isRepeated ? body.end : offset)
    }

    /// Whether nothing of a function's body comes after the statement that it is in, and no loop or closure is around it.
    package func isInLastStatement(of declaration: DeclSyntax) -> Bool {
        guard let last = declaration.function?.body?.statements.last, last.extent.contains(offset) else { return false }
        return mayFollow(in: declaration)?.upperBound == offset
    }

    /// Whether it is what a string says.
    package var isInString: Bool { parent?.is(StringSegmentSyntax.self) == true }

    /// Whether it is the name of a variable or of a parameter where that is declared.
    package var isDeclaredValue: Bool {
        parent?.is(IdentifierPatternSyntax.self) == true || parent?.is(FunctionParameterSyntax.self) == true
    }

    /// `Store.self` around the name of a type; nil in another place.
    package var typeAsValue: ExprSyntax? {
        let member = parent?.parent?.as(MemberAccessExprSyntax.self)
        return member?.declName.baseName.text == "self" ? member.map { ExprSyntax($0) } : nil
    }

    /// Whether it is a type that is used as a value: `Store.self`, `Store.Type`.
    package var isTypeAsValue: Bool {
        if parent?.is(DeclReferenceExprSyntax.self) == true, let typeAsValue { return typeAsValue.readMember == nil }
        return parent?.parent?.is(MetatypeTypeSyntax.self) == true
    }

    /// Whether it is the name of anything where that is declared.
    package var isDeclared: Bool {
        isDeclaredValue || parent?.is(EnumCaseElementSyntax.self) == true
            || parent?.asProtocol((any NamedDeclSyntax).self)?.name.id == id
    }

    /// Whether it is the name of a function, a variable or a case where that is declared.
    package var isDeclaredMember: Bool {
        isDeclaredFunction || parent?.is(IdentifierPatternSyntax.self) == true
            || parent?.is(EnumCaseElementSyntax.self) == true
    }

    /// The text of a part of a string; nil for another token.
    package var stringText: String? { if case .stringSegment(let text) = tokenKind { text } else { nil } }

    /// What names it for the runtime: the text of a `#selector`, or of `@_dynamicReplacement(for:)`; nil for a name in other code.
    package var nameForRuntime: String? {
        andAround.prefix { !$0.is(CodeBlockItemSyntax.self) }.lazy.compactMap { node -> String? in
            if let macro = node.as(MacroExpansionExprSyntax.self), macro.macroName.text == "selector" {
                return macro.code
            }
            let attribute = node.as(AttributeSyntax.self)
            return attribute?.attributeName.code == "_dynamicReplacement" ? attribute?.code : nil
        }.first
    }

    /// Whether what has this name where it is declared is a type as a value.
    package var isOfMetatype: Bool {
        if let parameter = parent?.as(FunctionParameterSyntax.self) { return parameter.typeText.contains(".Type") }
        if let parameter = parent?.as(ClosureShorthandParameterSyntax.self) { return parameter.name.id != id }
        guard let binding = parent?.parent?.as(PatternBindingSyntax.self) else { return false }
        let value = binding.value?.code ?? ""
        return binding.type?.code.contains(".Type") == true || value.hasSuffix(".self")
            || value.hasPrefix("type(of:") || value.contains(".Type")
    }
}

/// What says which type an expression has.
package enum TypeSource {
    case type(TypeSyntax)
    /// It is an argument of a call.
    case argument(label: String?, of: FunctionCallExprSyntax)
    /// It is a pattern, and what it is compared with says the type.
    case pattern
    /// It is what a function without a result returns.
    case unwrittenResult
}

extension SyntaxProtocol {
    /// What says the type of an expression whose type is left out; nil if that isn't known.
    package var typeSource: TypeSource? {
        for around in andAround {
            // What stands on the other side says the type, and not what is around them.
            if around.as(SequenceExprSyntax.self)?.elements.contains(where: \.isSide) == true { return nil }
            if around.is(ExpressionPatternSyntax.self) { return .pattern }
            if let type = around.as(PatternBindingSyntax.self)?.type { return .type(type) }
            if let parameter = around.as(FunctionParameterSyntax.self) { return .type(parameter.type) }
            if let passed = around.as(LabeledExprSyntax.self)?.expression.passed {
                return .argument(label: passed.label, of: passed.call)
            }
            if let function = around.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause.map { .type($0.type) } ?? .unwrittenResult
            }
            if around.is(ClosureExprSyntax.self) || around.is(MemberBlockSyntax.self) { return nil }
        }
        return nil
    }

    /// The type that is written for what has this as its value: a variable or a parameter.
    fileprivate var annotation: TypeSyntax? {
        let declaration = parent?.as(InitializerClauseSyntax.self)?.parent
        return declaration?.as(PatternBindingSyntax.self)?.type ?? declaration?.as(FunctionParameterSyntax.self)?.type
    }

    /// The result of the function or property around a `return`, or around the only expression of its body.
    fileprivate var returnedType: TypeSyntax? {
        for around in andAround {
            if around.is(ClosureExprSyntax.self) || around.is(AccessorDeclSyntax.self) { return nil }
            if let function = around.as(FunctionDeclSyntax.self) { return function.signature.returnClause?.type }
            if let binding = around.as(PatternBindingSyntax.self) { return binding.type }
            if around.is(InitializerDeclSyntax.self) || around.is(SubscriptDeclSyntax.self) { return nil }
        }
        return nil
    }

    /// Whether it is in a static member, outside of closures. A name is in the innermost.
    package var isInStaticMember: Bool {
        andAround.contains { !$0.is(ClosureExprSyntax.self) && $0.modifierList.says("static", "class") }
    }

    /// The texts of what a declaration says about its generic parameters, and with them, of the associated types in it.
    package var genericTexts: [String] {
        let own = asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.code
        let members = asProtocol((any DeclGroupSyntax).self)?.memberBlock.members ?? []
        return [own].compactMap(\.self) + members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self)?.code }
    }

    /// The names of its generic parameters, if it is a declaration.
    package var genericNames: [String] {
        let clause = asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
        return (clause?.parameters ?? []).map(\.name.text)
    }

    /// Returns whether a declaration has a generic parameter of this name.
    package func hasGenericParameter(_ name: String) -> Bool { genericNames.contains(name) }

    /// Returns the texts of what bounds a generic parameter or an associated type that it declares itself; none if it doesn't.
    package func bounds(of name: String) -> [String] {
        let generic = asProtocol((any WithGenericParametersSyntax).self)
        let parameter = generic?.genericParameterClause?.parameters.first { $0.name.text == name }
        let own = parameter.map { [$0.inheritedType?.code ?? "", generic?.genericWhereClause?.code ?? ""] } ?? []
        let members = self.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? []
        return own
            + members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }.filter { $0.name.text == name }
            .map(\.code)
    }

    package var typeOfExtension: TypeSyntax? { self.as(ExtensionDeclSyntax.self)?.extendedType }

    /// The type that an extension extends as it is written, and its conditions; nil for another node.
    package var extended: (type: String, conditions: String)? {
        self.as(ExtensionDeclSyntax.self).map { ($0.extendedType.code, $0.genericWhereClause?.code ?? "") }
    }
}

extension KeyPathExprSyntax {
    /// The type before its first dot as it is written; nil if that is left out.
    package var rootText: String? { root?.code }
}

extension ExprSyntax {
    /// Whether something sets it or reads a member of it, also behind `?` and `!`, as nothing can of a function.
    package var isOfValue: Bool {
        let marks: [SyntaxKind] = [.optionalChainingExpr, .forceUnwrapExpr]
        let whole = andAround.prefix { $0.id == id || marks.contains($0.kind) }.last?.as(ExprSyntax.self) ?? self
        return isAssigned || whole.readMember != nil || whole.id != id
    }

    /// Whether a brace behind it could begin the body of a statement that it is in the head of: `if rows.contains(name) {`.
    package var isBeforeBody: Bool {
        andAround.prefix { !$0.is(CodeBlockItemSyntax.self) && !$0.is(ClosureExprSyntax.self) }.contains { node in
            node.is(ConditionElementSyntax.self) || node.is(CatchItemSyntax.self)
                || node.parent?.as(ForStmtSyntax.self).map { $0.body.id != node.id } == true
                || node.parent?.as(SwitchExprSyntax.self)?.subject.id == node.id
        }
    }

    /// The type that it is cast to, with the mark behind `as`: `screen as? Detail`; nil for another expression.
    package var cast: (type: TypeSyntax, mark: String?)? {
        guard let parts = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count == 3,
            let sign = parts[1].as(UnresolvedAsExprSyntax.self), let type = parts[2].as(TypeExprSyntax.self)?.type
        else { return nil }
        return (type, sign.questionOrExclamationMark?.text)
    }

    /// What says the type of a value directly, where its own text leaves it out: `let row: Row = .init()`; nil if it isn't written.
    package var writtenTypeSource: TypeSource? {
        let type: TypeSyntax?
        switch parent?.kind {
        case .initializerClause: type = annotation
        case .arrayElement:
            type = parent?.parent?.parent?.as(ArrayExprSyntax.self)?.annotation?.as(ArrayTypeSyntax.self)?.element
        case .exprList: type = assignedType
        case .returnStmt: type = returnedType
        case .codeBlockItem: type = nearest(CodeBlockItemListSyntax.self)?.count == 1 ? returnedType : nil
        default: return passed.map { .argument(label: $0.label, of: $0.call) }
        }
        return type.map { .type($0) }
    }

    /// The type of the property of the type around it that it is assigned to: `self.row = .init()`.
    private var assignedType: TypeSyntax? {
        guard let target = assignmentTarget?.code else { return nil }
        let property = target.hasPrefix("self.") ? String(target.dropFirst(5)) : target
        guard property.isPlainName else { return nil }
        // A local of the name would hide the property.
        let isHidden =
            property == target
            && memberAround?.allTokens.contains {
                $0.text == property && $0.parent?.is(IdentifierPatternSyntax.self) == true
            } == true
        return isHidden ? nil : typeOfProperty(named: property)
    }

    /// Whether it is an operator whose sides have one type, and that doesn't return it.
    fileprivate var isSide: Bool {
        let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        return self.is(AssignmentExprSyntax.self) || ["==", "!=", "===", "!==", "~="].contains(name)
    }

    /// Whether it is the name of a type, or makes an instance of one.
    package var saysType: Bool {
        let name = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
        let last = name.as(MemberAccessExprSyntax.self)?.declName ?? name.as(DeclReferenceExprSyntax.self)
        return last?.baseName.text.first?.isUppercase == true
    }
}
