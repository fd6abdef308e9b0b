import SwiftSyntax

/// Reads what code does: one walk over a body, in the order of its text.
final class CodeReader: SyntaxVisitor {
    private var body = CodeBody()
    /// The number of branches and loops around what is read.
    private var branches = 0
    /// Whether something before may have left the code.
    private var mayHaveLeft = false
    /// The names of the calls around what is read.
    private var calls: [String] = []

    static func read(_ statements: CodeBlockItemListSyntax) -> CodeBody {
        let reader = CodeReader(viewMode: .sourceAccurate)
        reader.body.range = statements.bytes
        // A single expression is what the body returns.
        if statements.count == 1, let value = statements.first?.item.as(ExprSyntax.self) {
            reader.body.result = reader.value(of: value)
        } else {
            reader.walk(statements)
        }
        return reader.body
    }

    static func read(value: ExprSyntax) -> CodeBody {
        let reader = CodeReader(viewMode: .sourceAccurate)
        reader.body.range = value.bytes
        reader.body.result = reader.value(of: value)
        return reader.body
    }

    /// Reads an attribute as the call that makes the wrapper of a property: `@Stored(key: "a")`.
    ///
    /// - Parameter isWithValue: whether the property has an initial value, which the wrapper gets first.
    static func read(_ attribute: AttributeSyntax, isWithValue: Bool) -> CodeBody {
        let reader = CodeReader(viewMode: .sourceAccurate)
        reader.body.range = attribute.bytes
        reader.call(attribute, isWithValue: isWithValue)
        return reader.body
    }

    func add(_ kind: CodeBody.Kind, at node: some SyntaxProtocol) {
        body.actions.append(
            CodeBody.Action(
                kind: kind,
                range: node.bytes,
                isConditional: branches > 0 || mayHaveLeft,
                calls: calls
            )
        )
    }

    // MARK: - Values

    /// Adds what an expression does, and returns its value.
    @discardableResult
    func value(of node: ExprSyntax, isWritten: Bool = false) -> CodeBody.Chain {
        switch node.as(ExprSyntaxEnum.self) {
        case .tryExpr(let node):
            if node.questionOrExclamationMark?.text == "!", !isSafe(node.expression) { add(.trap("try!"), at: node) }
            let first = body.actions.count
            let found = value(of: node.expression)
            // Whatever runs first may throw.
            for position in body.actions.indices.dropFirst(first + 1) { body.actions[position].isConditional = true }
            if node.questionOrExclamationMark == nil { mayHaveLeft = true }
            return found
        case .awaitExpr(let node): return value(of: node.expression)
        case .unsafeExpr(let node): return value(of: node.expression)
        case .tupleExpr(let node):
            let values = node.elements.map { value(of: $0.expression) }
            return values.count == 1 ? values[0] : CodeBody.Chain(root: .literal("tuple"))
        case .inOutExpr(let node): return value(of: node.expression, isWritten: true)
        case .sequenceExpr(let node): return sequence(node)
        case .ternaryExpr(let node):
            value(of: node.condition)
            return inBranch {
                value(of: node.elseExpression)
                return value(of: node.thenExpression)
            }
        case .asExpr(let node): return cast(node.expression, to: node.type, mark: node.questionOrExclamationMark)
        default: break
        }
        if let literal = literal(node) { return literal }
        guard var chain = chain(of: node) else {
            walk(node)
            return CodeBody.Chain(root: .other)
        }
        chain.isWritten = isWritten
        // A closure that nobody calls does nothing here.
        if case .closure = chain.root, chain.steps.isEmpty { return chain }
        if case .other = chain.root, chain.steps.isEmpty { return chain }
        add(.chain(chain), at: node)
        return chain
    }

    private func cast(_ node: ExprSyntax, to type: TypeSyntax, mark: TokenSyntax?) -> CodeBody.Chain {
        let found = value(of: node)
        if mark?.text == "!" { add(.chain(found.forced), at: node) }
        return CodeBody.Chain(root: .cast(TypeStructure(type)))
    }

    /// Returns whether an expression that may fail has nothing but literals, so that it fails always or never.
    private func isSafe(_ node: ExprSyntax) -> Bool {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
        return !call.arguments.isEmpty
            && call.arguments.allSatisfy { argument in
                argument.expression.as(StringLiteralExprSyntax.self)?.segments.allSatisfy {
                    $0.is(StringSegmentSyntax.self)
                }
                    ?? (argument.expression.is(ArrayExprSyntax.self)
                        || argument.expression.is(MemberAccessExprSyntax.self)
                        || argument.expression.is(IntegerLiteralExprSyntax.self))
            }
    }

    /// Operators of the standard library that only compute a value.
    private static let operators: Set<String> = [
        "+", "-", "*", "/", "%", "&+", "&-", "&*", "&", "|", "^", "<<", ">>", "&&", "||", "??", "==", "!=", "===",
        "!==",
        "<", ">", "<=", ">=", "...", "..<", "~=", "!", "~",
    ]

    private func check(_ name: TokenSyntax) {
        let text = name.text
        let plain = text.hasSuffix("=") ? String(text.dropLast()) : text
        if !Self.operators.contains(text), !Self.operators.contains(plain) { add(.unknown(text), at: name) }
    }

    /// Values with operators between them, in the order of the text.
    private func sequence(_ node: SequenceExprSyntax) -> CodeBody.Chain {
        let parts = Array(node.elements)
        var values: [CodeBody.Chain] = []
        var targets: [(ExprSyntax)] = []
        var result: CodeBody.Chain?
        for (index, part) in parts.enumerated() {
            if part.is(AssignmentExprSyntax.self) || part.is(TypeExprSyntax.self) { continue }
            if let name = part.as(BinaryOperatorExprSyntax.self)?.operator {
                check(name)
            } else if let cast = part.as(UnresolvedAsExprSyntax.self) {
                if cast.questionOrExclamationMark?.text == "!" {
                    add((index == 1 ? values.last?.forced : nil).map { .chain($0) } ?? .trap("as!"), at: cast)
                }
                if parts.indices.contains(index + 1), let type = parts[index + 1].as(TypeExprSyntax.self)?.type {
                    result = CodeBody.Chain(root: .cast(TypeStructure(type)))
                }
            } else if let ternary = part.as(UnresolvedTernaryExprSyntax.self) {
                result = inBranch { value(of: ternary.thenExpression) }
            } else if part.is(UnresolvedIsExprSyntax.self) {
                result = CodeBody.Chain(root: .literal("Bool"))
            } else if index + 1 < parts.count, parts[index + 1].isAssignment {
                // What is assigned is computed before.
                targets.append(part)
            } else if index > 0, Self.mayStop(parts[index - 1]) || targets.contains(where: Self.isOptional) {
                inBranch { values.append(value(of: part)) }
            } else {
                values.append(value(of: part))
            }
        }
        for target in targets { value(of: target, isWritten: true) }
        let isChoice = parts.contains { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }
        return result ?? (isChoice ? values.first : nil) ?? CodeBody.Chain(root: .cast(TypeStructure(named: "Double")))
    }

    /// Returns whether nothing is assigned if something isn't there: `window?.title = name`.
    private static func isOptional(_ target: ExprSyntax) -> Bool {
        target.tokens(viewMode: .sourceAccurate).contains { $0.parent?.is(OptionalChainingExprSyntax.self) == true }
    }

    /// Returns whether what follows an operator may not be computed.
    private static func mayStop(_ node: ExprSyntax) -> Bool {
        if node.is(UnresolvedTernaryExprSyntax.self) { return true }
        return ["??", "&&", "||"].contains(node.as(BinaryOperatorExprSyntax.self)?.operator.text)
    }

    // MARK: - Visits

    private func take(_ node: some ExprSyntaxProtocol) -> SyntaxVisitorContinueKind {
        value(of: ExprSyntax(node))
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: TupleExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { take(node) }
    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: TypeExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        check(node.operator)
        return .visitChildren
    }

    override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        check(node.operator)
        return .visitChildren
    }

    /// Macros of the compiler that only say where something is.
    private static let macros: Set<String> = [
        "file", "fileID", "filePath", "line", "column", "function", "selector", "keyPath", "dsohandle", "colorLiteral",
    ]

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        guard !Self.macros.contains(node.macroName.text) else { return .skipChildren }
        add(.unknown("#" + node.macroName.text), at: node)
        return .skipChildren
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        body.result = node.expression.map { value(of: $0) }
        mayHaveLeft = true
        return .skipChildren
    }

    // MARK: - Branches

    /// Reads what is in the arguments of a call.
    func inCall<Value>(of callee: CodeBody.Chain, read: () -> Value) -> Value {
        calls.append(callee.lastName)
        defer { calls.removeLast() }
        let mayNotRun = callee.steps.contains { if case .optional = $0 { true } else { false } }
        return mayNotRun ? inBranch(read) : read()
    }

    @discardableResult
    private func inBranch<Value>(_ read: () -> Value) -> Value {
        branches += 1
        defer { branches -= 1 }
        return read()
    }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
        // The body of a `do` runs, and those of all other statements only may.
        if node.parent?.is(DoStmtSyntax.self) == true { return .visitChildren }
        inBranch { walk(node.statements) }
        return .skipChildren
    }

    override func visit(_ node: ConditionElementListSyntax) -> SyntaxVisitorContinueKind {
        // Those behind the first are only asked if that holds.
        for (position, element) in node.enumerated() {
            if position == 0 { walk(element) } else { inBranch { walk(element) } }
        }
        return .skipChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        if node.parent?.is(IfExprSyntax.self) == true { branches += 1 }
        return .visitChildren
    }

    override func visitPost(_ node: IfExprSyntax) { if node.parent?.is(IfExprSyntax.self) == true { branches -= 1 } }

    override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
        inBranch { walk(node.statements) }
        return .skipChildren
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        // Its condition is for the compiler.
        inBranch { if let elements = node.elements { walk(elements) } }
        return .skipChildren
    }

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        walk(node.conditions)
        var missing: CodeBody.Chain?
        if node.bindsOneChain {
            missing =
                body.actions.lazy.reversed().compactMap { if case .chain(let chain) = $0.kind { chain } else { nil } }
                .first
        }
        let first = body.actions.count
        walk(node.body)
        for position in body.actions.indices.dropFirst(first) { body.actions[position].missing = missing }
        mayHaveLeft = true
        return .skipChildren
    }

    override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
        value(of: node.expression)
        mayHaveLeft = true
        return .skipChildren
    }

    // MARK: - Names

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let given = node.initializer.map { value(of: $0.value) }
        let wrapped = wrapped(node)
        bind(node.pattern, type: node.typeAnnotation.map { TypeStructure($0.type) }, value: wrapped ?? given)
        if let block = node.accessorBlock { add(.unknown("{ }"), at: block) }
        return .skipChildren
    }

    /// Reads what the wrapper of a local does: `@Dependency(\.account) var account` is the value of that key.
    private func wrapped(_ node: PatternBindingSyntax) -> CodeBody.Chain? {
        let attributes = node.parent?.parent?.as(VariableDeclSyntax.self)?.attributes ?? []
        for case .attribute(let attribute) in attributes where attribute.attributeName.code.first?.isUppercase == true {
            guard attributes.count == 1, let chain = CodeBody.Chain(dependency: attribute) else {
                add(.unknown("@" + attribute.attributeName.code), at: attribute)
                return nil
            }
            add(.chain(chain), at: attribute)
            return chain
        }
        return nil
    }

    override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
        let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        // `if let name` binds the name to what it means outside.
        let found = node.initializer.map { value(of: $0.value) } ?? name.map { CodeBody.Chain(root: .name($0)) }
        bind(node.pattern, type: node.typeAnnotation.map { TypeStructure($0.type) }, value: found)
        return .skipChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        bind(PatternSyntax(node), type: nil, value: nil)
        return .skipChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        var element = value(of: node.sequence)
        element.steps.append(.element([]))
        bind(node.pattern, type: node.typeAnnotation.map { TypeStructure($0.type) }, value: element)
        if let clause = node.whereClause { inBranch { walk(clause) } }
        walk(node.body)
        return .skipChildren
    }

    override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
        if node.catchItems.isEmpty { add(.binding("error", type: TypeStructure(named: "Error"), value: nil), at: node) }
        return .visitChildren
    }

    private func bind(_ pattern: PatternSyntax, type: TypeStructure?, value: CodeBody.Chain?) {
        if let name = pattern.as(IdentifierPatternSyntax.self)?.identifier {
            add(.binding(name.text.withoutBackticks, type: type, value: value), at: pattern)
            return
        }
        for token in pattern.tokens(viewMode: .sourceAccurate)
        where token.parent?.is(IdentifierPatternSyntax.self) == true {
            add(.binding(token.text.withoutBackticks, type: nil, value: nil), at: token)
        }
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        var inner = node.body.map { Self.read($0.statements) } ?? CodeBody()
        inner.parameters = node.signature.parameterClause.parameters.map {
            ($0.secondName ?? $0.firstName).text.withoutBackticks
        }
        add(
            .binding(node.name.text.withoutBackticks, type: nil, value: CodeBody.Chain(root: .closure(inner))),
            at: node
        )
        return .skipChildren
    }

    private func local(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        add(.unknown(name.text), at: name)
        return .skipChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { local(node.name) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { local(node.name) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { local(node.name) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { local(node.name) }
}
