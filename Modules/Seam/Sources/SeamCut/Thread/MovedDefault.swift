import SeamKit
import SwiftSyntax

/// A default argument that makes a caller, and that the body resolves instead, where it can pass what the function takes:
/// `init(row: Row = Row()) { self.row = row }` becomes `init(row: Row? = nil, ...) { self.row = row ?? Row(...) }`.
struct MovedDefault {
    let parameter: FunctionParameterSyntax
    let file: ParsedFile
    private let value: ExprSyntax
    /// The type with `?`.
    private let optional: String
    private let body: CodeBlockSyntax
    private let returnsValue: Bool
    /// The only place that reads the parameter, if that stores it; nil if the body begins with a constant for it.
    private let mention: ExprSyntax?

    /// Creates the default that an expression is in; nil if the body can't resolve it.
    init?(around made: ExprSyntax, of function: InstanceFunction) {
        let around = sequence(first: Syntax(made), next: \.parent).lazy
            .compactMap { $0.as(InitializerClauseSyntax.self) }.first {
                $0.parent?.is(FunctionParameterSyntax.self) == true
            }
        guard let clause = around, let parameter = clause.parent?.as(FunctionParameterSyntax.self),
            parameter.ellipsis == nil, let wrapped = Self.wrapped(parameter.type), let body = function.body,
            // What is made after it stays after it.
            function.signature.parameterClause.parameters.drop(while: { $0.id != parameter.id }).dropFirst()
                .allSatisfy({ $0.defaultValue.map { Self.isQuiet($0.value) } ?? true })
        else { return nil }
        (self.parameter, file, value, self.body) = (parameter, function.file, clause.value, body)
        optional = wrapped
        let result = function.signature.returnClause?.type.trimmedDescription
        returnsValue = result.map { !["Void", "()"].contains($0) } ?? false
        let name = InstanceFunction.name(of: parameter)
        let mentions = body.tokens(viewMode: .sourceAccurate).filter { token in
            guard token.text.withoutBackticks == name, let reference = token.parent?.as(DeclReferenceExprSyntax.self)
            else { return false }
            return reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id
        }
        if mentions.count == 1, let mention = mentions[0].parent?.as(ExprSyntax.self),
            let parts = mention.parent?.as(ExprListSyntax.self).map({ Array($0) }), parts.count == 3,
            parts[1].is(AssignmentExprSyntax.self), parts[2].id == mention.id,
            mention.parent?.parent?.parent?.parent == Syntax(body.statements)
        {
            self.mention = mention
            return
        }
        mention = nil
        // The constant has the parameter's name, which nothing else in the body may have.
        let isAgain = file.binds(name, in: function.decl, within: Syntax(body))
        guard name.isPlainName, !body.statements.isEmpty, !isAgain else { return nil }
    }

    /// Returns the optional for a type; nil if it is one, or if the value may not outlive the call.
    private static func wrapped(_ type: TypeSyntax) -> String? {
        if let attributed = type.as(AttributedTypeSyntax.self) {
            let isStored = attributed.attributes.names == ["escaping"] && attributed.specifiers.isEmpty
            return isStored ? "(\(attributed.baseType.trimmedDescription))?" : nil
        }
        let text = type.trimmedDescription
        guard !type.is(FunctionTypeSyntax.self), text.last != "?", text.last != "!" else { return nil }
        return type.is(SomeOrAnyTypeSyntax.self) || text.contains("&") ? "(\(text))?" : text + "?"
    }

    /// Returns whether nobody sees when a value is made: a constant, or what a static property has.
    private static func isQuiet(_ value: ExprSyntax) -> Bool {
        value.isConstant || value.is(MemberAccessExprSyntax.self)
    }

    /// Returns the edits that resolve the default in the body.
    ///
    /// - Parameter edits: those of the file. The ones in the default are taken out.
    func edits(moving edits: inout [TextEdit]) -> [TextEdit] {
        let range = value.trimmedRange
        let own = edits.filter { range.contains(AbsolutePosition(utf8Offset: $0.offset)) }
        edits.removeAll { own.contains($0) }
        let start = value.positionAfterSkippingLeadingTrivia.utf8Offset
        let moved = own.map { TextEdit(offset: $0.offset - start, old: $0.old, new: $0.new) }
        let bytes = FileChange(path: "", bytes: Array(value.trimmedDescription.utf8), edits: moved).result
        var text = String(decoding: bytes, as: UTF8.self)
        // Behind `??` it could be an optional's.
        if text.hasPrefix(".") {
            text = parameter.type.trimmedDescription + text.dropFirst(text.hasPrefix(".init(") ? 5 : 0)
        }
        let name = InstanceFunction.name(of: parameter)
        return [TextEdit(replacing: parameter.type, with: optional), TextEdit(replacing: value, with: "nil")]
            + (mention.map { [TextEdit(replacing: $0, with: "\(name) ?? \(text)")] }
                ?? constant("let \(name) = \(name) ?? \(text)"))
    }

    /// The edits that let the body begin with a statement.
    private func constant(_ statement: String) -> [TextEdit] {
        guard let first = body.statements.first else { return [] }
        let offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = file.indent(of: offset)
        let isOnOwnLine = file.lineStart(of: offset) + indent.utf8.count == offset
        // The only expression of a body was its value.
        let isExpression = first.item.is(ExprSyntax.self) || first.item.is(ExpressionStmtSyntax.self)
        let returns = first.item.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
        let isValue = returnsValue && body.statements.count == 1 && isExpression && !returns
        let gap = isOnOwnLine ? file.newline + indent : "; "
        return [TextEdit(offset: offset, old: "", new: statement + gap + (isValue ? "return " : ""))]
    }
}

extension MakerFinder {
    /// Returns how a default argument reads what its function takes, once the body resolves it.
    ///
    /// - Parameter name: the name of what the function takes.
    func movedDefault(
        of maker: ThreadNode,
        named name: String,
        _ making: Making,
        needsRequired: Bool
    ) throws(MakerRefusal) -> MakerValue {
        let (file, context) = (making.construction.file, making.context)
        guard let function = context.function(in: file),
            let moved = MovedDefault(around: making.construction.node, of: function)
        else {
            throw .defaultArgument
        }
        try making.checkSending()
        if file.binds(name, in: function.decl, within: function.body.map { Syntax($0) }) { throw .hidden(name) }
        return MakerValue(
            owner: maker.key,
            expression: name,
            capture: nil,
            needsRequired: needsRequired,
            isStored: false,
            movedDefault: moved
        )
    }
}
