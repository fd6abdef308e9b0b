import SeamKit
import SwiftSyntax

/// Finds the type that a call of a function of the tree returns, as its declaration says.
struct FunctionResult {
    let index: TypeIndex

    /// A written type, and the type in which it is written.
    typealias Written = (type: TypeSyntax, owner: OwnerDecl?)

    /// Returns the declared result of a call: `make()`, `Factory.make()`; nil if no declaration says it, or several differ.
    ///
    /// - Parameter owner: the type around the call.
    func type(of call: FunctionCallExprSyntax, in owner: OwnerDecl?) -> Written? {
        guard let (name, base) = UseContext.name(of: Syntax(call.calledExpression)) else { return nil }
        var found: [(function: FunctionDeclSyntax, owner: OwnerDecl?)] = []
        let text = base?.trimmedDescription
        if let type = text == nil || text == "Self" ? owner?.name : text {
            for (_, owner) in index.declarations(of: type) where owner.name == type || owner.name.hasSuffix("." + type)
            {
                found += owner.memberDecls.compactMap { $0.as(FunctionDeclSyntax.self) }.filter { Self.isStatic($0) }
                    .map { ($0, owner) }
            }
        }
        found = found.filter { $0.function.name.text.withoutBackticks == name }
        if found.isEmpty, base == nil { found = global(name).map { ($0, nil) } }
        guard let first = found.first, let result = Self.result(of: first.function),
            found.allSatisfy({ Self.result(of: $0.function)?.trimmedDescription == result.trimmedDescription })
        else { return nil }
        return (result, first.owner)
    }

    private func global(_ name: String) -> [FunctionDeclSyntax] {
        index.paths(saying: "func", name).compactMap { index.file($0) }.flatMap { file in
            file.tree.statements.compactMap { $0.item.as(FunctionDeclSyntax.self) }
                .filter { $0.name.text.withoutBackticks == name }
        }
    }

    private static func isStatic(_ function: FunctionDeclSyntax) -> Bool {
        function.modifiers.says("static", "class")
    }

    /// Returns the written result; nil for one that depends on the call.
    private static func result(of function: FunctionDeclSyntax) -> TypeSyntax? {
        guard function.genericParameterClause == nil else { return nil }
        return function.signature.returnClause?.type
    }
}

extension FunctionCallExprSyntax {
    /// What the call makes if it calls an initializer: `Option` and `<Bool>` for `Option<Bool>(key: "t")`.
    var made: (type: ExprSyntax, arguments: GenericArgumentClauseSyntax?) {
        var callee = calledExpression
        if let access = callee.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init",
            let base = access.base
        {
            callee = base
        }
        guard let special = callee.as(GenericSpecializationExprSyntax.self) else { return (callee, nil) }
        return (special.expression, special.genericArgumentClause)
    }
}
