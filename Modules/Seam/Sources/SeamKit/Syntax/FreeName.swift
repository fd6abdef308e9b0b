import SwiftSyntax

extension ParsedFile {
    /// Returns whether code of a type in the file would mean a new member of a name: it reads the name, and its body doesn't bind it
    /// there.
    package func wouldMean(_ name: String, in owner: OwnerDecl) -> Bool {
        owners.contains { part in
            part.name == owner.name && tokens(name, in: part.node).contains { Self.reads($0, in: part) }
        }
    }

    private static func reads(_ token: TokenSyntax, in part: OwnerDecl) -> Bool {
        guard isName(token), let parent = token.parent else { return false }
        let name = token.text.withoutBackticks
        switch parent.as(SyntaxEnum.self) {
        case .functionParameter, .closureParameter, .closureShorthandParameter, .enumCaseElement, .enumCaseParameter,
            .tuplePatternElement, .tupleTypeElement:
            return false
        case .identifierPattern:
            // `if let store` reads what it names.
            let condition = parent.parent?.as(OptionalBindingConditionSyntax.self)
            return condition.map { $0.initializer == nil && isFree(name, at: Syntax($0), in: part) } ?? false
        case .closureCapture(let capture):
            let closure = capture.andAround.first { $0.is(ClosureExprSyntax.self) }
            return capture.initializer == nil && closure.map { isFree(name, at: $0, in: part) } != false
        case .declReferenceExpr(let reference):
            if reference.parent?.is(MemberAccessExprSyntax.self) == true {
                return reference.isBaseOrFree(name, in: part)
            }
            if reference.parent?.is(KeyPathPropertyComponentSyntax.self) == true { return false }
            return isFree(name, at: parent, in: part)
        default: return true
        }
    }

    /// Returns whether neither the body around a place nor a type inside the part declares a name.
    fileprivate static func isFree(_ name: String, at place: Syntax, in part: OwnerDecl) -> Bool {
        let inner = place.andAround.lazy.compactMap { OwnerDecl($0, path: part.path) }.prefix {
            $0.node.id != part.node.id
        }
        return place.localName(name) == nil && !inner.contains { $0.memberNames.contains(name) }
    }
}

extension DeclReferenceExprSyntax {
    /// Whether it is the name before a dot that nothing around it declares, or a member of `self`.
    fileprivate func isBaseOrFree(_ name: String, in part: OwnerDecl) -> Bool {
        let isMember = parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
        guard isMember else { return ParsedFile.isFree(name, at: Syntax(self), in: part) }
        // A type inside has another `self`.
        let inner = andAround.prefix { $0.id != part.node.id }
        return !inner.contains { OwnerDecl($0, path: part.path) != nil }
    }
}
