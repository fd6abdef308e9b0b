package import SwiftSyntax

/// A declaration, and what it says. Names have no backticks, unless they are called written.
///
/// It is a view of the tree: nothing is read before somebody asks.
package struct Declaration: Sendable {
    package enum Kind: Sendable {
        case `struct`, `class`, `enum`, actor, `protocol`, `extension`
        case function, initializer, deinitializer, property, `subscript`, enumCase
        case typeAlias, associatedType, `import`, conditional, other
    }

    /// The declaration in the tree, for code that reads statements and expressions.
    package let node: DeclSyntax
    package let document: SwiftDocument

    package init(_ node: some DeclSyntaxProtocol, in document: SwiftDocument) {
        self.node = DeclSyntax(node)
        self.document = document
    }

    package var kind: Kind {
        switch node.as(DeclSyntaxEnum.self) {
        case .structDecl: .struct
        case .classDecl: .class
        case .enumDecl: .enum
        case .actorDecl: .actor
        case .protocolDecl: .protocol
        case .extensionDecl: .extension
        case .functionDecl: .function
        case .initializerDecl: .initializer
        case .deinitializerDecl: .deinitializer
        case .variableDecl: .property
        case .subscriptDecl: .subscript
        case .enumCaseDecl: .enumCase
        case .typeAliasDecl: .typeAlias
        case .associatedTypeDecl: .associatedType
        case .importDecl: .import
        case .ifConfigDecl: .conditional
        default: .other
        }
    }

    /// Whether it declares a type: a struct, class, enum or actor.
    package var isConcreteType: Bool { [.struct, .class, .enum, .actor].contains(kind) }
    var isImport: Bool { kind == .import }

    // MARK: - Names and places

    /// The name; of an extension its type, of a property or case the first one, `init` and `subscript` of those.
    package var name: String { writtenName.withoutBackticks }

    /// The name as it is written, with backticks.
    package var writtenName: String {
        switch node.as(DeclSyntaxEnum.self) {
        case .extensionDecl(let node): node.extendedType.trimmedDescription
        case .variableDecl(let node): node.bindings.first?.pattern.trimmedDescription ?? ""
        case .enumCaseDecl(let node): node.elements.first?.name.text ?? ""
        case .initializerDecl: "init"
        case .subscriptDecl: "subscript"
        default: node.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
        }
    }

    /// Whether the name is an operator.
    package var isOperator: Bool {
        if case .binaryOperator = node.as(FunctionDeclSyntax.self)?.name.tokenKind { true } else { false }
    }

    /// The types and extensions around it, outermost first.
    package var enclosing: [Declaration] {
        var found: [Declaration] = []
        var around = node.parent
        while let current = around {
            if current.isProtocol((any DeclGroupSyntax).self), let decl = current.as(DeclSyntax.self) {
                found.append(Declaration(decl, in: document))
            }
            around = current.parent
        }
        return found.reversed()
    }

    /// The names of the types around it as they are written, outermost first.
    package var outer: [String] { enclosing.map(\.writtenName) }

    /// The name with the types around it: `Shop.Deal`.
    package var qualifiedName: String { (outer + [writtenName]).joined(separator: ".") }

    /// The conditions of all `#if` around it, outermost first.
    package var conditions: [String] {
        var conditions: [String] = []
        var around = Syntax(node)
        while let parent = around.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self),
                let config = clause.parent?.parent?.as(IfConfigDeclSyntax.self),
                let branch = Declaration(config, in: document).branches.first(where: { $0.clause == clause })
            {
                conditions.append(branch.condition)
            }
            around = parent
        }
        return conditions.reversed()
    }

    /// The place of its first token, in bytes of UTF-8.
    package var offset: Int { node.positionAfterSkippingLeadingTrivia.utf8Offset }
    /// The line of its first token, counted from 1.
    package var line: Int { document.line(at: offset) }
    /// The text without white space and comments around it.
    package var text: String { node.trimmedDescription }
    /// The place where modifiers stand, or would stand.
    package var modifiersOffset: Int {
        let token = node.modifierList.firstToken(viewMode: .sourceAccurate) ?? introducer
        return token?.positionAfterSkippingLeadingTrivia.utf8Offset ?? offset
    }

    private var introducer: TokenSyntax? {
        switch node.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): node.funcKeyword
        case .initializerDecl(let node): node.initKeyword
        case .subscriptDecl(let node): node.subscriptKeyword
        case .variableDecl(let node): node.bindingSpecifier
        case .typeAliasDecl(let node): node.typealiasKeyword
        case .associatedTypeDecl(let node): node.associatedtypeKeyword
        default: node.asProtocol((any DeclGroupSyntax).self)?.introducer
        }
    }

    /// The lines of the comments directly above it, without comment marks.
    package var comment: [Substring] { node.leadingTrivia.commentLines }

    /// The lines of comments in a type that stand directly above none of its members, with their places in bytes of UTF-8: behind a
    /// member, above an empty line, or at the end.
    package var strayComments: [(text: Substring, offset: Int)] {
        guard let block = node.asProtocol((any DeclGroupSyntax).self)?.memberBlock else { return [] }
        let ends = block.members.map { ($0.trailingTrivia, $0.endPositionBeforeTrailingTrivia) }
        let starts = block.members.map { ($0.leadingTrivia.withoutLastComment, $0.position) }
        let braces = [
            (block.leftBrace.trailingTrivia, block.leftBrace.endPositionBeforeTrailingTrivia),
            (block.rightBrace.leadingTrivia, block.rightBrace.position),
        ]
        return (ends + starts + braces).flatMap { trivia, position in
            trivia.pieces.isEmpty ? [] : trivia.allCommentLines.map { ($0.text, position.utf8Offset + $0.offset) }
        }
    }

    // MARK: - Members

    /// The members of a type, extension or protocol; an `#if` is one of them.
    package var members: [Declaration] {
        (node.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members ?? []).map {
            Declaration($0.decl, in: document)
        }
    }

    /// It and all members, and their members, in order.
    package var andMembers: [Declaration] { [self] + members.flattened.flatMap(\.andMembers) }

    /// It, if it declares or extends a type, and all such members, in order.
    var andTypes: [Declaration] {
        switch kind {
        case .typeAlias: [self]
        case .struct, .class, .enum, .actor, .protocol, .extension: [self] + members.flattened.flatMap(\.andTypes)
        default: []
        }
    }

    /// A clause of an `#if`.
    package struct Branch: Sendable {
        /// The condition, which says that those before it don't hold.
        package var condition: String
        package var members: [Declaration]
        /// Whether it has something else than declarations.
        package var hasStatements: Bool
        let clause: IfConfigClauseSyntax
    }

    /// The clauses of an `#if`.
    package var branches: [Branch] {
        var earlier: [String] = []
        return (node.as(IfConfigDeclSyntax.self)?.clauses ?? []).map { clause in
            let own = clause.condition?.trimmedDescription
            let parts = earlier.map { "!(\($0))" } + (own.map { [earlier.isEmpty ? $0 : "(\($0))"] } ?? [])
            if let own { earlier.append(own) }
            let nodes: [DeclSyntax?] =
                switch clause.elements {
                case .decls(let items): items.map(\.decl)
                case .statements(let items): items.map { $0.item.as(DeclSyntax.self) }
                default: []
                }
            return Branch(
                condition: parts.joined(separator: " && "),
                members: nodes.compactMap { $0.map { Declaration($0, in: document) } },
                hasStatements: nodes.contains { $0 == nil },
                clause: clause
            )
        }
    }
}

extension [Declaration] {
    /// The declarations, with those in an `#if` in its place.
    package var flattened: [Declaration] {
        flatMap { item in
            item.kind == .conditional ? item.branches.flatMap(\.members.flattened) : [item]
        }
    }
}

extension String {
    /// The part behind the last dot: `Client` of `Network.Client`.
    package var lastName: String { split(separator: ".").last.map(String.init) ?? self }

    /// The part before the first dot or parenthesis.
    package var firstName: String { String(prefix { $0 != "." && $0 != "(" }) }

    /// The name without backticks.
    package var withoutBackticks: String { utf8.contains(Byte.backtick) ? filter { $0 != "`" } : self }

    /// Whether it has the characters of a name: others need backticks, and may not be in the name of a file.
    package var isPlainName: Bool {
        first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The text without `?` and `!` at its end.
    package var trimmingMarks: String {
        var text = self[...]
        while let last = text.last, last == "?" || last == "!" { text = text.dropLast() }
        return String(text)
    }
}

extension Trivia {
    /// The lines of the last block of comments, without comment marks.
    var commentLines: [Substring] { lastComment.flatMap { Self.lines(of: $0) } }

    /// The lines of all comments, with their places within.
    fileprivate var allCommentLines: [(text: Substring, offset: Int)] {
        var offset = 0
        return pieces.flatMap { piece in
            defer { offset += piece.sourceLength.utf8Length }
            return Self.lines(of: piece).map { ($0, offset) }
        }
    }

    /// What comes before the last block of comments.
    fileprivate var withoutLastComment: Trivia { Trivia(pieces: pieces.dropLast(pieces.count - lastCommentStart)) }

    private var lastComment: ArraySlice<TriviaPiece> { pieces[lastCommentStart...] }

    /// Where the last block of comments begins: what stands above an empty line and another comment describes something else.
    private var lastCommentStart: Int {
        var start = pieces.startIndex
        var isEnded = false
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .newlines(let count) where count > 1: isEnded = true
            case .carriageReturnLineFeeds(let count) where count > 1: isEnded = true
            case .docLineComment, .lineComment, .docBlockComment, .blockComment:
                if isEnded { start = index }
                isEnded = false
            default: break
            }
        }
        return start
    }

    private static func lines(of piece: TriviaPiece) -> [Substring] {
        switch piece {
        case .docLineComment(let text), .lineComment(let text): [text.drop { $0 == "/" }]
        case .docBlockComment(let text), .blockComment(let text):
            text.dropLast(2).split(whereSeparator: \.isNewline).map { line in
                line.drop { $0.isWhitespace || $0 == "/" || $0 == "*" }
            }
        default: []
        }
    }
}
