import SeamKit
import SwiftSyntax

/// The initializers in a type's own declaration, which accept instances and store them.
struct Initializers {
    let owner: OwnerDecl
    let file: ParsedFile
    var layout = Layout(limit: 120, indentation: "    ")

    /// All initializers in the declaration.
    var own: [InitializerDeclSyntax] { owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) } }

    /// The initializers that set stored properties themselves, and don't call another one or end the process.
    var designated: [InitializerDeclSyntax] { own.filter { !$0.isDelegating && !$0.endsProcess } }

    /// The initializers that store instances.
    var setters: Set<SyntaxIdentifier> { Set(designated.map(\.id)) }

    /// Returns those that can get a parameter; nil if one of the type's can't be edited as it would have to be.
    ///
    /// - Parameter areAll: whether each of them has to get it.
    func takers(areAll: Bool, index: TypeIndex) -> Set<SyntaxIdentifier>? {
        var takers: Set<SyntaxIdentifier> = []
        for initializer in designated {
            guard initializer.body != nil else { return nil }
            if canTake(initializer, index) {
                guard file.edit(adding: [""], to: initializer.signature.parameterClause) != nil else { return nil }
                takers.insert(initializer.id)
            } else if areAll {
                return nil
            }
        }
        return takers
    }

    /// Returns whether a parameter can be added without changing what the initializer overrides or witnesses.
    func canTake(_ initializer: InitializerDeclSyntax, _ index: TypeIndex) -> Bool {
        let words = Set(initializer.modifiers.map(\.name.text))
        let isFixed =
            !words.isDisjoint(with: ["override", "required"]) || !initializer.attributes.isEmpty
            || file.saysItsName(initializer) || isForObjectiveC(initializer, index)
        let first = initializer.signature.parameterClause.parameters.first?.firstName.text
        return !isFixed && !["from", "coder", "rawValue"].contains(first ?? "")
    }

    /// Returns whether Objective-C may call an initializer by the name that its parameters make.
    private func isForObjectiveC(_ initializer: InitializerDeclSyntax, _ index: TypeIndex) -> Bool {
        let line = [owner] + index.superclasses(of: owner)
        // What a class shows of its members, its subclasses show of theirs.
        if line.contains(where: \.isForObjectiveC) { return true }
        // `[[A alloc] init]`, Interface Builder and classes by their names call `init`, which replaces that of `NSObject`
        // even if it isn't declared to override anything.
        return initializer.signature.parameterClause.parameters.isEmpty
            && line.contains { isBelowObjectiveC($0, index) }
    }

    /// Returns whether a class seems to inherit from one of Objective-C: `NSObject`, `UIView`.
    private func isBelowObjectiveC(_ owner: OwnerDecl, _ index: TypeIndex) -> Bool {
        guard owner.kind == .class, let name = owner.inherited.first, index.type(name) == nil else { return false }
        if ["Operation", "Thread", "Formatter", "ValueTransformer", "Progress"].contains(name) { return true }
        let isProtocol = ["Protocol", "Delegate", "DataSource"].contains { name.hasSuffix($0) }
        return !isProtocol && name.prefix { $0.isUppercase }.count > 2
    }

    /// Returns the edits that let the initializers take instances.
    ///
    /// - Parameter readers: the initializers whose bodies read an instance by its name.
    func edits(_ injections: [Injection], readers: Set<SyntaxIdentifier> = []) -> [TextEdit] {
        let moved = injections.flatMap(\.moved).compactMap(\.removal)
        return moved
            + designated.flatMap { initializer -> [TextEdit] in
                guard let body = initializer.body else { return [] }
                let taken = injections.filter { $0.takers.contains(initializer.id) }
                let indent =
                    file.indent(of: initializer.positionAfterSkippingLeadingTrivia.utf8Offset) + layout.indentation
                let values = injections.flatMap { injection in
                    injection.assignment(
                        isTaken: injection.takers.contains(initializer.id),
                        isRead: readers.contains(initializer.id) || !injection.moved.isEmpty
                    ) + injection.moved.map { $0.statement(indent: indent) }
                }
                let clause = initializer.signature.parameterClause
                let texts = taken.compactMap(\.parameter)
                let isWrapped = taken.contains(where: \.form.isEarly)
                let parameters =
                    isWrapped
                    ? file.edits(adding: texts, to: clause, layout)
                    : [texts.isEmpty ? nil : file.edit(adding: texts, to: clause)].compactMap(\.self)
                let isEarly = injections.contains(where: \.form.isEarly)
                let comments = ParameterComments(file: file, declaration: Syntax(initializer))
                let described = comments.edits(describing: texts.map { String($0.prefix { $0 != ":" && $0 != " " }) })
                let stored =
                    values.isEmpty
                    ? [] : assignment(in: body, of: initializer, values, indent: indent, isFirst: !isEarly)
                return parameters + described + stored
            }
    }

    /// Returns the lines of an initializer for a type that has none.
    func new(_ injections: [Injection]) -> [String] {
        let parameters = injections.compactMap(\.parameter)
        let inner = layout.indentation
        let outer = file.indent(of: owner.node.positionAfterSkippingLeadingTrivia.utf8Offset) + inner
        let isEarly = injections.contains(where: \.form.isEarly)
        let line = "init(\(parameters.joined(separator: ", "))) {"
        let head =
            parameters.count == 1 || parameters.count == 2 && isEarly && layout.fits(outer + line)
            ? [line]
            : ["init("] + parameters.dropLast().map { "\(inner)\($0)," } + parameters.suffix(1).map { inner + $0 }
                + [") {"]
        let statements = injections.flatMap { injection in
            injection.assignment(isTaken: true, isRead: !injection.moved.isEmpty)
                + injection.moved.map { $0.statement(indent: outer + inner) }
        }
        return head + statements.map { inner + $0 } + ["}"]
    }

    /// Returns the edits that insert statements at the start of a body, after those that only store parameters.
    ///
    /// - Parameter isFirst: whether they come before everything, and the body stays on its line.
    private func assignment(
        in body: CodeBlockSyntax,
        of initializer: InitializerDeclSyntax,
        _ values: [String],
        indent: String,
        isFirst: Bool
    ) -> [TextEdit] {
        let start = initializer.positionAfterSkippingLeadingTrivia.utf8Offset
        let outer = file.indent(of: start)
        let isAlone = file.lineStart(of: start) + outer.utf8.count == start
        let brace = body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
        let end = body.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
        let isOnOneLine = file.line(of: brace) == file.line(of: end)
        let stored = body.statements.prefix { !isFirst && Self.storesParameter($0) }
        if isOnOneLine, isAlone, !isFirst {
            let gap = file.newline + indent
            let lines = values.joined(separator: gap)
            var edits: [TextEdit] = []
            var previous = brace
            for (position, item) in body.statements.enumerated() {
                let offset = item.positionAfterSkippingLeadingTrivia.utf8Offset
                let new = gap + (position == stored.count ? lines + gap : "")
                edits.append(replacement(from: previous, to: offset, with: new))
                previous = item.endPositionBeforeTrailingTrivia.utf8Offset
            }
            let rest = stored.count == body.statements.count ? gap + lines : ""
            return edits + [replacement(from: previous, to: end, with: rest + file.newline + outer)]
        }
        guard let next = body.statements.dropFirst(stored.count).first ?? body.statements.last else {
            return [TextEdit(offset: brace, old: "", new: " \(values.joined(separator: "; ")) ")]
        }
        let isLast = stored.count == body.statements.count
        let offset =
            isLast
            ? next.endPositionBeforeTrailingTrivia.utf8Offset : next.positionAfterSkippingLeadingTrivia.utf8Offset
        let own = file.indent(of: offset)
        let isOnOwnLine =
            file.lineStart(of: offset) + own.utf8.count == next.positionAfterSkippingLeadingTrivia.utf8Offset
        let gap = isOnOwnLine ? file.newline + own : "; "
        return [TextEdit(offset: offset, old: "", new: values.map { isLast ? gap + $0 : $0 + gap }.joined())]
    }

    /// Returns whether a statement only stores a parameter: `self.name = name`.
    private static func storesParameter(_ item: CodeBlockItemSyntax) -> Bool {
        guard let parts = item.item.as(SequenceExprSyntax.self)?.elements.map({ $0 }), parts.count == 3 else {
            return false
        }
        return parts[1].is(AssignmentExprSyntax.self) && parts[2].is(DeclReferenceExprSyntax.self)
            && item.trailingTrivia.isEmpty
    }

    private func replacement(from start: Int, to end: Int, with new: String) -> TextEdit {
        TextEdit(offset: start, old: String(decoding: file.bytes[start..<end], as: UTF8.self), new: new)
    }
}

extension InitializerDeclSyntax {
    /// Whether it calls another initializer of `self`, or may have to.
    var isDelegating: Bool {
        modifiers.says("convenience")
            || body?.tokens(viewMode: .sourceAccurate).contains { token in
                token.text == "self" && token.nextToken(viewMode: .sourceAccurate)?.text == "."
                    && token.nextToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.text == "init"
            } == true
    }

    /// Whether it does nothing but end the process: `required init?(coder:) { fatalError() }`.
    var endsProcess: Bool {
        guard let body, body.statements.count == 1,
            let call = body.statements.first?.item.as(FunctionCallExprSyntax.self)
        else { return false }
        return ["fatalError", "preconditionFailure"].contains(call.calledExpression.trimmedDescription)
    }
}
