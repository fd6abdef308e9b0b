@_spi(RawSyntax) import SwiftSyntax

extension RawSyntaxNodeProtocol {
    /// Records what a node and all below it say.
    func record(in facts: inout FactsCollector) { raw.record(in: &facts) }
}

extension RawSyntax {
    /// Records what a node and all below it say.
    func record(in facts: inout FactsCollector) {
        switch kind {
        case .token: break
        case .variableDecl: RawVariableDeclSyntax(self)?.record(in: &facts)
        case .functionDecl: RawFunctionDeclSyntax(self)?.record(in: &facts)
        case .initializerDecl: RawInitializerDeclSyntax(self)?.record(in: &facts)
        case .deinitializerDecl: RawDeinitializerDeclSyntax(self)?.record(in: &facts)
        case .subscriptDecl: RawSubscriptDeclSyntax(self)?.record(in: &facts)
        case .enumCaseDecl: RawEnumCaseDeclSyntax(self)?.record(in: &facts)
        case .typeAliasDecl: RawTypeAliasDeclSyntax(self)?.record(in: &facts)
        case .extensionDecl: RawExtensionDeclSyntax(self)?.record(in: &facts)
        case .classDecl, .actorDecl, .structDecl, .enumDecl, .protocolDecl:
            TypeDeclaration(node: self)?.record(in: &facts)
        case .codeBlock, .ifExpr, .whileStmt, .guardStmt, .optionalBindingCondition, .matchingPatternCondition,
            .forStmt, .switchExpr, .switchCase, .catchClause, .returnStmt:
            recordStatement(in: &facts)
        case .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .declReferenceExpr, .sequenceExpr,
            .keyPathExpr, .optionalChainingExpr, .forceUnwrapExpr, .postfixIfConfigExpr, .genericSpecializationExpr:
            recordValue(in: &facts)
        case .identifierType, .memberType: recordNames(in: &facts)
        case .importDecl: RawImportDeclSyntax(self)?.record(in: &facts)
        case .inOutExpr: RawInOutExprSyntax(self)?.expression.raw.recordWrite(in: &facts)
        case .closureExpr: _ = RawClosureExprSyntax(self)?.recordClosure(in: &facts)
        default:
            guard let children = layoutView?.children.makeIterator() else { break }
            for child in IteratorSequence(children) { child?.record(in: &facts) }
        }
    }
}
