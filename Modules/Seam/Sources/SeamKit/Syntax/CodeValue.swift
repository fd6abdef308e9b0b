import SwiftSyntax

/// An expression as a structure, as far as somebody asks what it does.
package indirect enum CodeValue: Sendable, Hashable {
    /// A number, `true`, `false` or `nil`.
    case literal
    /// A text, with the values in it.
    case text([CodeValue])
    case list([CodeValue])
    case tuple([CodeValue])
    case name(String)
    /// A member; nil for one of an implied type: `.red`.
    case member(CodeValue?, String)
    case call(CodeValue, [CodeValue], hasClosure: Bool)
    /// Values with operators between them.
    case operation([CodeValue], operators: [String])
    case other

    /// Reads the value of a body that is nothing but a `return`, or an expression; nil for another body.
    init?(only body: CodeBlockItemListSyntax) {
        guard body.count == 1, let item = body.first?.item,
            let value = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
        else { return nil }
        self.init(value)
    }

    init(_ node: ExprSyntax) {
        switch node.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: self = .literal
        case .stringLiteralExpr(let text):
            self = .text(
                text.segments.flatMap { segment in
                    (segment.as(ExpressionSegmentSyntax.self)?.expressions ?? []).map { CodeValue($0.expression) }
                }
            )
        case .arrayExpr(let list): self = .list(list.elements.map { CodeValue($0.expression) })
        case .tupleExpr(let tuple): self = .tuple(tuple.elements.map { CodeValue($0.expression) })
        case .declReferenceExpr(let name): self = .name(name.baseName.text)
        case .memberAccessExpr(let access):
            self = .member(access.base.map(CodeValue.init), access.declName.baseName.text)
        case .functionCallExpr(let call):
            let arguments = call.arguments.map { CodeValue($0.expression) }
            self = .call(CodeValue(call.calledExpression), arguments, hasClosure: call.trailingClosure != nil)
        case .sequenceExpr(let sequence):
            var values: [CodeValue] = []
            var operators: [String] = []
            for element in sequence.elements {
                if let binary = element.as(BinaryOperatorExprSyntax.self) {
                    operators.append(binary.operator.text)
                } else {
                    values.append(CodeValue(element))
                }
            }
            self = .operation(values, operators: operators)
        default: self = .other
        }
    }
}
