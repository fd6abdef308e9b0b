@_spi(RawSyntax) import SwiftSyntax

extension RawSyntaxNodeProtocol {
    /// Records what a node and all below it say.
    func record(in facts: inout FactsCollector) {
        let node = raw
        switch node.kind {
        case .token: break
        case .variableDecl: RawVariableDeclSyntax(node)?.record(in: &facts)
        case .functionDecl: RawFunctionDeclSyntax(node)?.record(in: &facts)
        case .initializerDecl: RawInitializerDeclSyntax(node)?.record(in: &facts)
        case .deinitializerDecl: RawDeinitializerDeclSyntax(node)?.record(in: &facts)
        case .subscriptDecl: RawSubscriptDeclSyntax(node)?.record(in: &facts)
        case .enumCaseDecl: RawEnumCaseDeclSyntax(node)?.record(in: &facts)
        case .typeAliasDecl: RawTypeAliasDeclSyntax(node)?.record(in: &facts)
        case .extensionDecl: RawExtensionDeclSyntax(node)?.record(in: &facts)
        case .classDecl, .actorDecl, .structDecl, .enumDecl, .protocolDecl:
            TypeDeclaration(node: node)?.record(in: &facts)
        case .codeBlock, .ifExpr, .whileStmt, .guardStmt, .optionalBindingCondition, .matchingPatternCondition,
            .forStmt, .switchExpr, .switchCase, .catchClause, .returnStmt:
            node.recordStatement(in: &facts)
        case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .declReferenceExpr, .sequenceExpr,
            .keyPathExpr, .optionalChainingExpr, .forceUnwrapExpr, .postfixIfConfigExpr, .genericSpecializationExpr:
            node.recordValue(in: &facts)
        case .identifierType, .memberType: node.recordNames(in: &facts)
        case .importDecl: RawImportDeclSyntax(node)?.record(in: &facts)
        case .inOutExpr: RawInOutExprSyntax(node)?.expression.raw.recordWrite(in: &facts)
        case .closureExpr: _ = RawClosureExprSyntax(node)?.recordClosure(in: &facts)
        default:
            guard let children = node.layoutView?.children.makeIterator() else { break }
            for child in IteratorSequence(children) { child?.record(in: &facts) }
        }
    }
}
