import SwiftSyntax

/// Finds the calls that make instances of a type, and what else may make some.
final class ConstructionFinder: SyntaxVisitor {
    private let name: String
    private let labels: [[String]]
    private let index: TypeIndex
    private(set) var calls: [FunctionCallExprSyntax] = []
    /// Mentions that may make an instance in a way that can't be edited.
    private(set) var unclear: [Syntax] = []

    /// Creates a finder for the type with this last name, whose initializers have these labels.
    init(_ name: String, labels: [[String]], index: TypeIndex) {
        self.name = name
        self.labels = labels
        self.index = index
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let text = node.baseName.text.trimmingBackticks
        if text == "Self" {
            note(ExprSyntax(node), isSelf: true)
        } else if text == name {
            let member = node.parent?.as(MemberAccessExprSyntax.self)
            let isMember = member?.declName.id == node.id
            note(isMember ? member.map { ExprSyntax($0) } ?? ExprSyntax(node) : ExprSyntax(node), isSelf: false)
        }
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.base == nil, node.declName.baseName.text == "init",
            let call = node.parent?.as(FunctionCallExprSyntax.self)
        {
            let type = Self.writtenType(of: call)
            if type == name {
                calls.append(call)
                return .visitChildren
            }
            // A name that isn't a type's may be another name for this type.
            if let type, index.type(type) != nil { return .visitChildren }
            let own = call.arguments.map { $0.label?.text ?? "_" }
            if labels.contains(where: { Self.isPart(own, of: $0) }) { unclear.append(Syntax(node)) }
        }
        return .visitChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        // Another name for the type may make some, too.
        let plain = OwnerDecl.plain(node.initializer.value)
        if plain == name || plain.hasSuffix("." + name) { unclear.append(Syntax(node)) }
        return .visitChildren
    }

    /// Returns the type that a declaration writes for the call that is its value: `let row: Row = .init()`.
    private static func writtenType(of call: FunctionCallExprSyntax) -> String? {
        guard let declaration = call.parent?.as(InitializerClauseSyntax.self)?.parent else { return nil }
        let annotation =
            declaration.as(PatternBindingSyntax.self)?.typeAnnotation?.type
            ?? declaration.as(FunctionParameterSyntax.self)?.type
        let plain = annotation?.as(IdentifierTypeSyntax.self)
        return plain?.genericArgumentClause == nil ? plain?.name.text : nil
    }

    private func note(_ expression: ExprSyntax, isSelf: Bool) {
        guard let parent = expression.parent else { return }
        var callee = expression
        if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == expression.id {
            // A static member, or the type itself as a value.
            guard member.declName.baseName.text == "init" else {
                if member.declName.baseName.text == "self", !isSelf { unclear.append(Syntax(member)) }
                return
            }
            callee = ExprSyntax(member)
        }
        if let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id {
            if isSelf { unclear.append(Syntax(call)) } else { calls.append(call) }
        } else if !isSelf {
            unclear.append(Syntax(callee))
        }
    }

    private static func isPart(_ labels: [String], of all: [String]) -> Bool {
        var rest = all[...]
        for label in labels {
            guard let position = rest.firstIndex(of: label) else { return false }
            rest = rest[(position + 1)...]
        }
        return true
    }
}
