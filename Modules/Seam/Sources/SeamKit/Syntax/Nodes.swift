package import SwiftSyntax

// The nodes of a tree under the names that everything outside of this folder has for them. Whoever doesn't import swift-syntax can
// pass them on and compare them, and ask them what the files of this folder declare: the compiler sees no other member.
//
// A question about all nodes must not have the name of a member of one: where an optional is expected, the compiler would prefer it.
package typealias CodeNode = Syntax
package typealias DeclarationNode = DeclSyntax
package typealias PropertyNode = VariableDeclSyntax
package typealias FunctionNode = FunctionDeclSyntax
package typealias InitializerNode = InitializerDeclSyntax
package typealias ParameterNode = FunctionParameterSyntax
package typealias ParametersNode = FunctionParameterClauseSyntax
package typealias BlockNode = CodeBlockSyntax
package typealias StatementsNode = CodeBlockItemListSyntax
package typealias ExpressionNode = ExprSyntax
package typealias ClosureNode = ClosureExprSyntax
package typealias CallNode = FunctionCallExprSyntax
package typealias TypeNode = TypeSyntax
package typealias KeyPathNode = KeyPathExprSyntax
package typealias TokenNode = TokenSyntax
package typealias StatementNode = CodeBlockItemSyntax
package typealias AnyCodeNode = SyntaxProtocol

extension SyntaxProtocol {
    /// The place of its first token, in bytes of UTF-8.
    package var offset: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
    /// The place behind its last token, in bytes of UTF-8.
    package var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
    /// Its place with the white space and the comments around it, in bytes of UTF-8.
    package var extent: Range<Int> { position.utf8Offset..<endPosition.utf8Offset }
    /// Its place without them.
    package var span: Range<Int> { offset..<end }

    /// The text without what stands before its first token and after its last.
    package var code: String {
        let text = syntaxTextBytes
        let end = text.count - trailingTriviaLength.utf8Length
        return String(decoding: text[leadingTriviaLength.utf8Length..<end], as: UTF8.self)
    }

    /// The same. That of swift-syntax makes another tree for it.
    var trimmedDescription: String { code }

    /// It without its kind.
    package var plainNode: Syntax { Syntax(self) }

    /// It and the nodes around it, from the inside out.
    package var andAround: UnfoldFirstSequence<Syntax> { sequence(first: Syntax(self), next: \.parent) }

    /// Whether it is in the interpolation of a text, where lines can't be broken.
    package var isInText: Bool { andAround.contains { $0.is(StringLiteralExprSyntax.self) } }

    /// Returns the declaration that it is; nil for another node.
    package func declaration(in document: SwiftDocument) -> Declaration? {
        self.as(DeclSyntax.self).map { Declaration($0, in: document) }
    }

    /// The clauses of `#if` around it, from the inside out.
    package var branchesAround: [Syntax] { andAround.filter { $0.is(IfConfigClauseSyntax.self) } }

    /// Returns the innermost node of a kind that it is or is in; nil if there is none.
    package func nearest<Node: SyntaxProtocol>(_: Node.Type) -> Node? {
        andAround.lazy.compactMap { $0.as(Node.self) }.first
    }

    /// The place behind it and its semicolon as a member or a statement, in bytes of UTF-8; nil if it is none.
    package var itemEnd: Int? {
        (parent?.as(MemberBlockItemSyntax.self)).map(Syntax.init)?.end
            ?? (parent?.parent?.as(CodeBlockItemSyntax.self) ?? parent?.as(CodeBlockItemSyntax.self))?.end
    }

    /// The member of a type that it is in; nil outside of types.
    package var memberAround: DeclSyntax? { nearest(MemberBlockItemSyntax.self)?.decl }

    /// The innermost function or type that it is in; nil outside of both.
    package var functionOrTypeAround: DeclSyntax? {
        andAround.lazy.compactMap { $0.as(DeclSyntax.self) }.first { $0.function != nil || $0.isType }
    }

    /// The outermost declaration that it is in, without types and their members.
    package var outermostDeclaration: DeclSyntax? {
        andAround.compactMap { $0.as(DeclSyntax.self) }.last {
            !$0.isType && $0.parent?.is(MemberBlockItemSyntax.self) != true
        }
    }

    /// Whether it may run any number of times each time that the function around it runs, or that the type around it is made: in a
    /// closure, a loop or an accessor.
    package var mayRunOften: Bool {
        let kinds: [SyntaxKind] = [.closureExpr, .forStmt, .whileStmt, .repeatStmt, .accessorBlock]
        let end = functionOrTypeAround?.id
        return andAround.prefix { $0.id != end }.contains { kinds.contains($0.kind) }
    }

    /// Returns whether the declaration of a variable with a place in it is around it.
    package func isInVariable(at offset: Int) -> Bool {
        andAround.contains { $0.is(VariableDeclSyntax.self) && $0.extent.contains(offset) }
    }

    /// The names of the macros around it.
    package var macrosAround: [String] {
        andAround.compactMap {
            ($0.as(MacroExpansionDeclSyntax.self)?.macroName ?? $0.as(MacroExpansionExprSyntax.self)?.macroName)?.text
        }
    }

    /// Returns whether it is one of these statements, or the declaration or expression in one.
    package func isStatement(of statements: CodeBlockItemListSyntax) -> Bool { parent?.parent == Syntax(statements) }

    /// Whether other modules may see the declaration.
    package var isVisibleOutside: Bool { modifierList.says("public", "open", "package") }

    /// Whether the declaration has generic parameters.
    package var isGeneric: Bool {
        asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }

    /// Returns the place of a modifier, up to what follows, in bytes of UTF-8; nil without it.
    package func modifierRange(of word: String) -> Range<Int>? {
        modifierList.first { $0.name.text == word }.map { $0.offset..<$0.endPosition.utf8Offset }
    }

    /// Whether it is a member outside of any `#if`.
    package var isDirectMember: Bool { parent?.parent?.parent?.is(MemberBlockSyntax.self) == true }

    /// Whether it, or a type around it, has generic parameters with conditions. An extension may have any.
    package var hasGenericConditions: Bool {
        andAround.contains { node in
            guard let generic = node.asProtocol((any WithGenericParametersSyntax).self) else {
                return node.is(ExtensionDeclSyntax.self)
            }
            let parameters = generic.genericParameterClause?.parameters
            return parameters?.contains { $0.inheritedType != nil } == true || generic.genericWhereClause != nil
        }
    }

    /// The words that it says: names without backticks, and keywords, which may be names elsewhere. A member without a base (`.main`)
    /// is there with its dot as well.
    package var words: [String] { tokens(viewMode: .sourceAccurate).flatMap(\.words) }

    /// Like `words`, but a type that is only mentioned has a colon before it: that of a parameter without a default value, that of a
    /// property without a value or a wrapper, or a generic argument in an expression.
    package var wordsThatRun: [String] { tokens(viewMode: .sourceAccurate).flatMap(\.wordsThatRun) }
}

extension CodeBlockItemListSyntax {
    /// The place behind the last import, in bytes of UTF-8; nil without imports.
    package var lastImportEnd: Int? { last { $0.item.is(ImportDeclSyntax.self) }?.end }

    /// Returns the place of the first statement around one of these places, in bytes of UTF-8.
    package func offset(ofFirstAround places: [Int]) -> Int? {
        first { item in places.contains { item.extent.contains($0) } }?.offset
    }
}

extension CodeBlockSyntax {
    /// The place between the braces, in bytes of UTF-8.
    package var inside: Range<Int> { leftBrace.end..<rightBrace.offset }
    package var list: [CodeBlockItemSyntax] { Array(statements) }
    package var statementsNode: CodeBlockItemListSyntax { statements }
}

extension ImportDeclSyntax {
    package var module: String { path.first?.name.text ?? "" }
    /// The module, or the name in it that is imported.
    package var imported: String { path.code }
    /// Whether it imports one declaration: `import class Shop.Store`.
    package var isOfName: Bool { importKindSpecifier != nil }
}

extension SourceFileSyntax {
    /// The imports outside of any `#if`, and those in the only branch of one that is around all other code.
    package var imports: [ImportDeclSyntax] {
        let others = statements.filter { !$0.item.is(ImportDeclSyntax.self) }
        let whole = others.count == 1 ? others.first?.item.as(IfConfigDeclSyntax.self)?.clauses : nil
        let inside = whole?.count == 1 ? whole?.first?.elements?.as(CodeBlockItemListSyntax.self) : nil
        return (Array(statements) + Array(inside ?? [])).compactMap { $0.item.as(ImportDeclSyntax.self) }
    }

    /// Returns the `wordsThatRun` of the tokens that begin in a part of the file, and of the one that the part begins in.
    package func wordsThatRun(in range: Range<Int>) -> [String] {
        sequence(first: token(at: AbsolutePosition(utf8Offset: range.lowerBound))) {
            $0?.nextToken(viewMode: .sourceAccurate)
        }.lazy.compactMap(\.self).prefix { $0.position.utf8Offset < range.upperBound }.flatMap(\.wordsThatRun)
    }
}

extension SyntaxProtocol {
    package var allTokens: TokenSequence { tokens(viewMode: .sourceAccurate) }
}

extension TokenSyntax {
    /// The name or the keyword that it is, or that a string has, with the dot of an implied member once more; none for an operator and
    /// the like.
    fileprivate var words: [String] {
        switch tokenKind {
        case .identifier, .keyword:
            let name = text.withoutBackticks
            let access = parent?.parent?.as(MemberAccessExprSyntax.self)
            return access?.base == nil && access?.declName.baseName.id == id ? [name, "." + name] : [name]
        case .stringSegment(let text): return text.isPlainName ? [text] : []
        default: return []
        }
    }

    fileprivate var wordsThatRun: [String] { isOnlyMentioned ? [":" + text.withoutBackticks] : words }

    /// Whether it is the name of a type that nothing is called on here.
    private var isOnlyMentioned: Bool {
        guard let type = parent, type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) else {
            return false
        }
        for node in type.andAround.dropFirst() {
            if let parameter = node.as(FunctionParameterSyntax.self) {
                return parameter.defaultValue == nil && parameter.attributes.isEmpty
            }
            if let binding = node.as(PatternBindingSyntax.self) {
                let isPlain = binding.parent?.parent?.as(VariableDeclSyntax.self)?.attributes.isEmpty == true
                return binding.initializer == nil && binding.accessorBlock == nil && isPlain
            }
            if node.is(GenericArgumentClauseSyntax.self), node.parent?.is(GenericSpecializationExprSyntax.self) == true
            {
                return true
            }
            if node.is(MetatypeTypeSyntax.self) || node.is(ExprSyntax.self) || node.is(DeclSyntax.self) { return false }
        }
        return false
    }

    /// Whether it is the name of a macro: `#function`.
    package var isMacroName: Bool { previousToken(viewMode: .sourceAccurate)?.text == "#" }

    /// Whether it is a member of something else than `self`.
    package var isBehindOtherThanSelf: Bool {
        let dot = previousToken(viewMode: .sourceAccurate)
        return dot?.text == "." && dot?.previousToken(viewMode: .sourceAccurate)?.text != "self"
    }

    /// Whether it is the name of a declaration that says `@Sendable`.
    package var isOfSendableDeclaration: Bool {
        let node = parent?.is(IdentifierPatternSyntax.self) == true ? parent?.parent : parent
        let isDeclared = node.flatMap { DeclSyntax($0) } != nil || node?.is(PatternBindingSyntax.self) == true
        return isDeclared && node?.code.contains("@Sendable") == true
    }

    /// Whether it is the label of an argument.
    package var isLabel: Bool { parent?.as(LabeledExprSyntax.self)?.label?.id == id }

    /// Whether it is the label of a parameter where that is declared.
    package var isParameterLabel: Bool { parent?.as(FunctionParameterSyntax.self)?.firstName.id == id }

    /// Whether it is the name of a function where that is declared.
    package var isDeclaredFunction: Bool { parent?.is(FunctionDeclSyntax.self) == true }

    /// Whether it is the name of a value to which something is assigned.
    package var isAssignedName: Bool {
        nextToken(viewMode: .sourceAccurate)?.text == "=" && parent?.is(DeclReferenceExprSyntax.self) == true
    }

    /// The nodes that begin with it, from the inside out.
    package var nodesFromHere: [Syntax] {
        andAround.dropFirst().prefix { $0.firstToken(viewMode: .sourceAccurate)?.id == id }
    }

    /// The expression that a name begins or is: a member of a type (`Type.name`), or the name; nil if it is no name in code.
    package var memberOrName: (base: String?, name: String, expression: ExprSyntax)? {
        guard let reference = parent?.as(DeclReferenceExprSyntax.self) else { return nil }
        if text.first?.isUppercase == true, let member = reference.parent?.as(MemberAccessExprSyntax.self),
            member.base?.id == reference.id
        {
            return (text, member.declName.baseName.text, ExprSyntax(member))
        }
        return (nil, text, ExprSyntax(reference))
    }

    /// The argument whose label it is, and what is called; nil if it is no label of a call.
    package var labelled: (value: ExprSyntax, call: FunctionCallExprSyntax)? {
        guard let argument = parent?.as(LabeledExprSyntax.self), argument.label?.id == id,
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return nil }
        return (argument.expression, call)
    }
}

extension TypeSyntax {
    package var structure: TypeStructure { TypeStructure(self) }

    /// The name without attributes and generic arguments; the text for another type.
    package var plainText: String {
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.plainText }
        if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text.withoutBackticks }
        if let member = self.as(MemberTypeSyntax.self) {
            return member.baseType.plainText + "." + member.name.text.withoutBackticks
        }
        return code
    }

    /// The type of an optional of it; nil if it is one, or if a value of it may not outlive the call that it is passed to.
    package var optionalText: String? {
        if let attributed = self.as(AttributedTypeSyntax.self) {
            let isStored = attributed.attributes.names == ["escaping"] && attributed.specifiers.isEmpty
            return isStored ? "(\(attributed.baseType.code))?" : nil
        }
        let text = code
        guard !self.is(FunctionTypeSyntax.self), text.last != "?", text.last != "!" else { return nil }
        return self.is(SomeOrAnyTypeSyntax.self) || text.contains("&") ? "(\(text))?" : text + "?"
    }
}

extension MemberBlockSyntax {
    /// The `#if` among the members.
    package var branches: [DeclSyntax] { members.map(\.decl).filter { $0.is(IfConfigDeclSyntax.self) } }
    /// The members outside of any `#if`, and each `#if` as one.
    package var declarations: [DeclSyntax] { members.map(\.decl) }
    /// The places of the members, in bytes of UTF-8.
    package var offsets: [Int] { members.map(\.offset) }
    /// The place behind the opening brace, in bytes of UTF-8.
    package var start: Int { leftBrace.end }

    /// Returns the computed property behind a stored optional that falls back to an accessor; nil if that isn't what follows.
    package func read(ofLate stored: DeclSyntax) -> DeclSyntax? {
        let next = members.map(\.decl).drop { $0.id != stored.id }.dropFirst().first
        guard let name = stored.property?.bindings.first?.pattern.code, name.hasPrefix("injected"),
            next?.property?.bindings.first?.accessorBlock?.code.hasPrefix("{ \(name) ?? ") == true
        else { return nil }
        return next
    }

    /// The last property that instances store, before functions and initializers. Without one, it is the last lazy or static property.
    package var lastStored: DeclSyntax? {
        beforeFunctions.last { $0.property?.isStoredInInstances == true }
            ?? beforeFunctions.last { $0.property?.bindings.allSatisfy { $0.initializer != nil } == true }
    }

    /// The last property that is stored, now or later, or block of `#if` with such properties alone, before functions and initializers.
    package var lastStoredOrLazy: DeclSyntax? {
        beforeFunctions.last { declaration in
            let isStatic = declaration.property?.bindings.allSatisfy { $0.initializer != nil } == true
            return isStatic || declaration.property?.isStoredInInstances == true || declaration.isBranchesOfProperties
        }
    }

    /// The members before the first function or initializer.
    package var beforeFunctions: [DeclSyntax] {
        let kinds: Set<SyntaxKind> = [.functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl]
        return members.map(\.decl).prefix { !kinds.contains($0.kind) }.map(\.self)
    }
}

extension DeclSyntax {
    /// Whether it is a block of `#if` in which all branches only declare properties.
    fileprivate var isBranchesOfProperties: Bool {
        self.as(IfConfigDeclSyntax.self)?.clauses.allSatisfy { clause in
            clause.elements?.as(MemberBlockItemListSyntax.self)?.allSatisfy { $0.decl.property != nil } == true
        } == true
    }
}
