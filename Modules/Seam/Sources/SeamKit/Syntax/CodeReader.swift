import SwiftSyntax

/// Reads what code does: one walk over a body, in the order of its text. `ValueReader` reads the expressions in it.
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
            reader.body.result = reader.values.read(value)
        } else {
            reader.walk(statements)
        }
        return reader.body
    }

    static func read(value: ExprSyntax) -> CodeBody {
        let reader = CodeReader(viewMode: .sourceAccurate)
        reader.body.range = value.bytes
        reader.body.result = reader.values.read(value)
        return reader.body
    }

    /// Reads an attribute as the call that makes the wrapper of a property: `@Stored(key: "a")`.
    ///
    /// - Parameter isWithValue: whether the property has an initial value, which the wrapper gets first.
    static func read(_ attribute: AttributeSyntax, isWithValue: Bool) -> CodeBody {
        let reader = CodeReader(viewMode: .sourceAccurate)
        reader.body.range = attribute.bytes
        reader.values.readWrapper(attribute, isWithValue: isWithValue)
        return reader.body
    }

    private var values: ValueReader { ValueReader(code: self) }

    // MARK: - Actions

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

    /// Adds what `read` adds, where whatever runs first may throw.
    ///
    /// - Parameter leaves: whether the code ends then.
    func mayThrow<Value>(leaves: Bool, read: () -> Value) -> Value {
        let first = body.actions.count
        let value = read()
        for position in body.actions.indices.dropFirst(first + 1) { body.actions[position].isConditional = true }
        if leaves { mayHaveLeft = true }
        return value
    }

    // MARK: - Visits

    private func take(_ node: some ExprSyntaxProtocol) -> SyntaxVisitorContinueKind {
        values.read(ExprSyntax(node))
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
        values.check(node.operator)
        return .visitChildren
    }

    override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        values.check(node.operator)
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
        body.result = node.expression.map { values.read($0) }
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
    func inBranch<Value>(_ read: () -> Value) -> Value {
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
        values.read(node.expression)
        mayHaveLeft = true
        return .skipChildren
    }

    // MARK: - Names

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let given = node.initializer.map { values.read($0.value) }
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
        let found = node.initializer.map { values.read($0.value) } ?? name.map { CodeBody.Chain(root: .name($0)) }
        bind(node.pattern, type: node.typeAnnotation.map { TypeStructure($0.type) }, value: found)
        return .skipChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        bind(PatternSyntax(node), type: nil, value: nil)
        return .skipChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        var element = values.read(node.sequence)
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

extension SyntaxProtocol {
    /// The place without white space and comments around it, in bytes of UTF-8.
    var bytes: Range<Int> {
        let start = positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
    }
}
