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
                let plain = alias.initializer.value.plainText
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
            let type = WrittenType(index: index).type(of: ExprSyntax(call))
            if type == name { return calls.append(call) }
            // A name that isn't a type's may be another name for this type.
            if let type, index.type(type) != nil { return }
            let own = call.arguments.map { $0.label?.text ?? "_" }
            if labels.contains(where: { Self.isPart(own, of: $0) }) { unclear.append(Syntax(member)) }
        }
    }

    private mutating func note(_ expression: ExprSyntax, isSelf: Bool) {
        guard var parent = expression.parent else { return }
        var callee = expression
        if let generic = parent.as(GenericSpecializationExprSyntax.self), let around = generic.parent {
            (callee, parent) = (ExprSyntax(generic), around)
        }
        if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == callee.id {
            // A static member, or the type itself as a value.
            guard member.declName.baseName.text == "init" else {
                if member.declName.baseName.text == "self", !isSelf, !Self.isOnlyNamed(member) {
                    unclear.append(Syntax(member))
                }
                return
            }
            callee = ExprSyntax(member)
        }
        if Self.isCollection(callee) { return }
        if let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id {
            if isSelf { unclear.append(Syntax(call)) } else { calls.append(call) }
        } else if !isSelf {
            unclear.append(Syntax(callee))
        }
    }

    /// Returns whether a type as a value is only compared, or asked for its name: `Bundle(for: Screen.self)`.
    private static func isOnlyNamed(_ type: MemberAccessExprSyntax) -> Bool {
        if let list = type.parent?.as(ExprListSyntax.self) {
            return list.contains { ["==", "!=", "===", "!=="].contains($0.trimmedDescription) }
        }
        guard let call = type.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else { return false }
        let name = call.calleeName
        return name.map(["Bundle", "String", "NSStringFromClass", "ObjectIdentifier", "isKind", "isMember"].contains)
            == true
    }

    /// Returns whether a name is part of a collection's type, which makes no element: `[Screen]()`, `[String: Screen]()`.
    private static func isCollection(_ name: ExprSyntax) -> Bool {
        let around = sequence(first: Syntax(name), next: \.parent).dropFirst().first {
            $0.is(ArrayExprSyntax.self) || $0.is(DictionaryExprSyntax.self) || $0.is(FunctionCallExprSyntax.self)
        }
        guard let around, !around.is(FunctionCallExprSyntax.self) else { return false }
        return around.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(around)?.id
    }

    static func isPart(_ labels: [String], of all: [String]) -> Bool {
        var rest = all[...]
        for label in labels {
            guard let position = rest.firstIndex(of: label) else { return false }
            rest = rest[(position + 1)...]
        }
        return true
    }
}
