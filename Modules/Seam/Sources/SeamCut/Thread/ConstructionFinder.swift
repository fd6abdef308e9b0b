import SeamKit
import SwiftSyntax

/// Finds the calls in a file that make instances of a type, and what else may make some.
struct ConstructionFinder {
    private(set) var calls: [FunctionCallExprSyntax] = []
    /// Mentions that may make an instance in a way that can't be edited.
    private(set) var unclear: [Syntax] = []

    /// Looks for the type with this last name, whose initializers have these labels.
    init(_ name: String, labels: [[String]], in file: ParsedFile, index: TypeIndex) {
        let words = Set([name, "Self", "init", "typealias"])
        let tokens = words.flatMap { file.tokens($0) }.sorted { $0.position < $1.position }
        for token in tokens {
            if let reference = token.parent?.as(DeclReferenceExprSyntax.self) {
                read(reference, name, labels, index)
            } else if let alias = token.parent?.as(TypeAliasDeclSyntax.self), alias.typealiasKeyword.id == token.id {
                // Another name for the type may make some, too.
                let plain = OwnerDecl.plain(alias.initializer.value)
                if plain == name || plain.hasSuffix("." + name) { unclear.append(Syntax(alias)) }
            }
        }
    }

    private mutating func read(
        _ node: DeclReferenceExprSyntax,
        _ name: String,
        _ labels: [[String]],
        _ index: TypeIndex
    ) {
        let member = node.parent?.as(MemberAccessExprSyntax.self)
        let isMember = member?.declName.id == node.id
        switch node.baseName.text.withoutBackticks {
        case "Self": note(ExprSyntax(node), isSelf: true)
        case name: note(isMember ? member.map { ExprSyntax($0) } ?? ExprSyntax(node) : ExprSyntax(node), isSelf: false)
        default:
            guard let member, isMember, member.base == nil, node.baseName.text == "init",
                let call = member.parent?.as(FunctionCallExprSyntax.self)
            else { return }
            let type = Self.writtenType(of: call)
            if type == name { return calls.append(call) }
            // A name that isn't a type's may be another name for this type.
            if let type, index.type(type) != nil { return }
            let own = call.arguments.map { $0.label?.text ?? "_" }
            if labels.contains(where: { Self.isPart(own, of: $0) }) { unclear.append(Syntax(member)) }
        }
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

    private mutating func note(_ expression: ExprSyntax, isSelf: Bool) {
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
