package import SwiftSyntax

/// An expression as a structure, as far as somebody asks what it does.
package indirect enum CodeValue: Sendable, Hashable {
    /// A number, `true`, `false` or `nil`, as it is written.
    case literal(String)
    case text([Segment])
    case list([CodeValue])
    case tuple([CodeValue])
    case name(String)
    /// A member; nil for one of an implied type: `.red`.
    case member(CodeValue?, String)
    case call(Call)
    /// Values with operators between them.
    case operation([CodeValue], operators: [String])
    case other

    /// A part of a text.
    package enum Segment: Sendable, Hashable {
        case string(String)
        case value(CodeValue)
    }

    package struct Call: Sendable, Hashable {
        package var callee: CodeValue
        package var arguments: [Argument]
        /// Whether a closure follows it.
        package var hasClosure: Bool

        /// Returns the argument with this label.
        package subscript(label: String) -> CodeValue? { arguments.first { $0.label == label }?.value }

        init(_ node: FunctionCallExprSyntax) {
            callee = CodeValue(node.calledExpression)
            arguments = node.arguments.map { Argument(label: $0.label?.text, value: CodeValue($0.expression)) }
            hasClosure = node.trailingClosure != nil
        }
    }

    package struct Argument: Sendable, Hashable {
        package var label: String?
        package var value: CodeValue
    }

    /// Reads the value of a body that is nothing but a `return`, or an expression; nil for another body.
    init?(only body: CodeBlockItemListSyntax) {
        guard body.count == 1, let item = body.first?.item,
            let value = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
        else { return nil }
        self.init(value)
    }

    package init(_ node: ExprSyntax) {
        switch node.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr:
            self = .literal(node.trimmedDescription)
        case .stringLiteralExpr(let text): self = .text(text.segments.flatMap(Self.segments))
        case .arrayExpr(let list): self = .list(list.elements.map { CodeValue($0.expression) })
        case .tupleExpr(let tuple): self = .tuple(tuple.elements.map { CodeValue($0.expression) })
        case .declReferenceExpr(let name): self = .name(name.baseName.text)
        case .memberAccessExpr(let access):
            self = .member(access.base.map(CodeValue.init), access.declName.baseName.text)
        case .functionCallExpr(let call): self = .call(Call(call))
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

    private static func segments(of node: StringLiteralSegmentListSyntax.Element) -> [Segment] {
        switch node {
        case .stringSegment(let part): [.string(part.content.text)]
        case .expressionSegment(let part):
            part.expressions.count == 1
                ? part.expressions.map { .value(CodeValue($0.expression)) } : [.value(.other)]
        }
    }
}

// MARK: - Questions

extension CodeValue {
    /// The types that it is made of, as far as it says so: none for a literal, `Shop.Deal` for `Shop.Deal(id: 1)`; nil for a value
    /// that doesn't say.
    package var writtenTypes: [TypeStructure]? {
        switch self {
        case .literal("nil"): nil
        case .literal, .text: []
        case .list(let values), .tuple(let values), .operation(let values, _): Self.writtenTypes(of: values)
        case .call(let call): call.callee.typePath.map { [TypeStructure(path: $0)] }
        case .name, .member, .other: nil
        }
    }

    private static func writtenTypes(of values: [CodeValue]) -> [TypeStructure]? {
        let types = values.compactMap(\.writtenTypes)
        return types.count == values.count ? Array(types.joined()) : nil
    }

    /// The names of a type, as names of types are written; nil for another value.
    private var typePath: [String]? {
        switch self {
        case .name(let name) where name.first?.isUppercase == true: [name]
        case .member(let base?, let name) where name.first?.isUppercase == true: base.typePath.map { $0 + [name] }
        default: nil
        }
    }

    /// The elements of a list; nil for another value.
    var elements: [CodeValue]? { if case .list(let all) = self { all } else { nil } }

    /// The last name of a name or member; nil for another value.
    var memberName: String? {
        switch self {
        case .name(let name), .member(_, let name): name
        default: nil
        }
    }

    /// Returns the text of a literal or of a constant; nil for a computed value.
    package func string(with constants: [String: String]) -> String? {
        switch self {
        case .name(let name): return constants[name]
        case .text(let segments):
            var text = ""
            for segment in segments {
                switch segment {
                case .string(let part): text += part
                case .value(let value):
                    guard let part = value.string(with: constants) else { return nil }
                    text += part
                }
                // Constants in constants can stand for any length.
                guard text.utf8.count <= 1 << 16 else { return nil }
            }
            return text
        default: return nil
        }
    }
}

extension CodeValue.Call {
    /// The last name of what is called.
    var name: String? { callee.memberName }
}

extension SwiftDocument {
    /// Visits all calls in order, from the outside to the inside.
    ///
    /// - Parameter body: called with a call and the constants before it whose value is a text; returns whether the calls in it are
    ///   visited too.
    func visitCalls(_ body: @escaping (CodeValue.Call, [String: String]) -> Bool) {
        var constants: [String: String] = [:]
        tree?.walk { node in
            if let call = node.as(FunctionCallExprSyntax.self) { return body(CodeValue.Call(call), constants) }
            if let binding = node.as(PatternBindingSyntax.self),
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let value = binding.initializer.flatMap({ CodeValue($0.value).string(with: constants) })
            {
                constants[name] = value
            }
            return true
        }
    }
}
