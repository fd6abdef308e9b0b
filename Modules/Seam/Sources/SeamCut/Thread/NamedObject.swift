import SeamKit
import SwiftSyntax

/// An object that is made within a statement and gets a name in front of it, so that its properties can be set:
/// `show(Screen())` becomes `let screen = Screen()`, `screen.store = store`, `show(screen)`.
struct NamedObject {
    private let file: ParsedFile
    private let made: FunctionCallExprSyntax
    private let name: String
    private let statement: CodeBlockItemSyntax

    /// Creates it; nil if it would be made at another time than before, or if its name is used.
    init?(_ made: ExprSyntax, in file: ParsedFile) {
        guard let call = made.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
            let type = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            call.arguments.allSatisfy({ Self.isQuiet($0.expression) }), let item = Self.statement(of: made),
            Self.canGrow(item), let member = Self.member(around: item)
        else { return nil }
        let name = PropertyName.lowered(from: type)
        let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
        let isAlone = file.lineStart(of: start) + file.indent(of: start).utf8.count == start
        // Another one that is made in the same statements would have the same name.
        let same = file.tokens(type, in: item.parent).count { token in
            token.parent?.parent?.is(FunctionCallExprSyntax.self) == true
                && sequence(first: Syntax(token), next: \.parent).first { $0.is(CodeBlockItemListSyntax.self) }?.id
                    == item.parent?.id
        }
        guard isAlone, name != type, name.isPropertyName, same == 1, !file.hasName(name, in: member) else { return nil }
        (self.file, self.made, self.name, statement) = (file, call, name, item)
    }

    /// Returns the edits that give it its name, and set a property of it.
    func edits(setting property: String, to value: String) -> [TextEdit] {
        let start = statement.positionAfterSkippingLeadingTrivia.utf8Offset
        let gap = file.newline + file.indent(of: start)
        let text = "let \(name) = \(made.trimmedDescription)\(gap)\(name).\(property) = \(value)\(gap)"
        return [TextEdit(offset: start, old: "", new: text), TextEdit(replacing: made, with: name)]
    }

    /// Returns the statement that an object is made in, if nothing else that counts is evaluated before it, and if it is made
    /// whenever the statement runs.
    private static func statement(of made: ExprSyntax) -> CodeBlockItemSyntax? {
        var node = Syntax(made)
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .codeBlockItem(let item): return item
            case .labeledExpr, .returnStmt, .arrayExpr, .arrayElement, .initializerClause, .sequenceExpr: break
            case .labeledExprList(let list):
                guard list.prefix(while: { $0.id != node.id }).allSatisfy({ isQuiet($0.expression) }) else {
                    return nil
                }
            case .arrayElementList(let list):
                guard list.prefix(while: { $0.id != node.id }).allSatisfy({ isQuiet($0.expression) }) else {
                    return nil
                }
            case .functionCallExpr(let call):
                guard call.calledExpression.id == node.id || isQuiet(call.calledExpression) else { return nil }
            case .memberAccessExpr(let member):
                guard member.base?.id == node.id else { return nil }
            case .exprList(let list):
                let parts = Array(list)
                guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self), parts[2].id == node.id,
                    isQuiet(parts[0])
                else { return nil }
            case .patternBinding(let binding):
                guard binding.accessorBlock == nil else { return nil }
            case .patternBindingList(let list):
                guard list.count == 1 else { return nil }
            case .variableDecl(let variable):
                guard variable.attributes.isEmpty, variable.modifiers.isEmpty else { return nil }
            default: return nil
            }
            node = parent
        }
        return nil
    }

    /// Returns whether evaluating an expression does nothing that counts: names, their members, literals.
    private static func isQuiet(_ expression: ExprSyntax) -> Bool {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr, .superExpr: true
        case .memberAccessExpr(let member): member.base.map(isQuiet) ?? true
        case .optionalChainingExpr(let chained): isQuiet(chained.expression)
        case .forceUnwrapExpr(let forced): isQuiet(forced.expression)
        default: expression.isConstant && !expression.is(ClosureExprSyntax.self)
        }
    }

    /// Returns whether more statements can come before one: it isn't a value of the code around it.
    private static func canGrow(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), let around = list.parent else { return false }
        let isAssignment = item.item.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) }
        let isValue = list.count == 1 && item.item.is(ExprSyntax.self) && isAssignment != true
        if around.is(ClosureExprSyntax.self) || around.is(AccessorBlockSyntax.self) { return list.count > 1 }
        if around.is(IfConfigClauseSyntax.self) { return !isValue }
        if around.is(SwitchCaseSyntax.self) || around.parent?.is(IfExprSyntax.self) == true {
            guard isValue else { return true }
            let outer = sequence(first: around, next: \.parent).first {
                $0.is(ExpressionStmtSyntax.self) || $0.is(CodeBlockItemSyntax.self)
            }
            guard outer?.is(ExpressionStmtSyntax.self) == true, let item = outer?.parent?.as(CodeBlockItemSyntax.self)
            else { return false }
            return (item.parent?.as(CodeBlockItemListSyntax.self)?.count ?? 0) > 1 || returnsNothing(item)
        }
        return around.is(CodeBlockSyntax.self) && (!isValue || returnsNothing(item))
    }

    /// Returns whether the function whose only statement an item is returns nothing.
    private static func returnsNothing(_ item: CodeBlockItemSyntax) -> Bool {
        guard let block = item.parent?.parent?.as(CodeBlockSyntax.self), let around = block.parent else { return false }
        if let function = around.as(FunctionDeclSyntax.self) { return function.signature.returnClause == nil }
        return !around.is(AccessorDeclSyntax.self)
    }

    private static func member(around item: CodeBlockItemSyntax) -> Syntax? {
        sequence(first: Syntax(item), next: \.parent).first { node in
            node.parent?.is(MemberBlockItemSyntax.self) == true
                || node.is(FunctionDeclSyntax.self) && node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
        }
    }
}
