package import SwiftSyntax

/// What the code around a place says about a name that it binds.
package enum LocalName {
    case value(ExprSyntax)
    case type(TypeSyntax)
    /// It binds the name, and says neither its type nor its value.
    case bound
}

extension SyntaxProtocol {
    /// Returns what a name is here, in the member of a type around it; nil if nothing there binds it.
    package func localName(_ name: String) -> LocalName? {
        for child in andAround {
            guard let parent = child.parent else { return nil }
            if let found = parent.binding(of: name, around: child) { return found }
            if parent.is(MemberBlockItemSyntax.self) { return nil }
        }
        return nil
    }

    /// Returns whether one of its words is a name.
    fileprivate func says(_ name: String) -> Bool { allTokens.contains { $0.text.withoutBackticks == name } }
}

extension ExprSyntax {
    /// The reads of the constant without a type that it is the value of; nil if it isn't the value of one in a body.
    package var readsOfConstant: [ExprSyntax]? {
        guard let variable = valued, variable.isLet, let part = variable.part, part.type == nil, let name = part.name,
            let item = variable.parent?.as(CodeBlockItemSyntax.self)
        else { return nil }
        return item.following.flatMap { $0.reads(of: name) }
    }

    /// Returns the statement that declares a constant with it as its value, if only code outside of closures and functions, which would
    /// have to hold what is around them, reads the name; nil for another place.
    ///
    /// - Parameter mayBeHeld: whether closures and functions may hold it, too.
    package func constant(named name: String, mayBeHeld: Bool = false) -> CodeBlockItemSyntax? {
        guard let variable = valued, variable.isLet, variable.part?.name == name, variable.part?.type == nil,
            variable.attributes.isEmpty, variable.modifiers.isEmpty,
            let item = variable.parent?.as(CodeBlockItemSyntax.self),
            item.andAround.allSatisfy({ $0.as(ClosureExprSyntax.self)?.isCalled != false }),
            let block = item.siblings?.parent, block.is(CodeBlockSyntax.self) || block.is(ClosureExprSyntax.self)
        else { return nil }
        if mayBeHeld { return item }
        let tokens = item.following.flatMap(\.allTokens).filter { $0.text.withoutBackticks == name }
        let isHeld = tokens.contains { token in
            token.andAround.prefix { $0.id != block.id }.contains {
                $0.is(ClosureExprSyntax.self) || $0.is(FunctionDeclSyntax.self)
            }
        }
        return isHeld ? nil : item
    }
}

extension CodeBlockItemSyntax {
    /// Returns the reads of a constant that it declares; nil if the name means something else behind it, too.
    package func reads(ofConstant name: String) -> [ExprSyntax]? {
        let tokens = following.flatMap(\.allTokens).filter {
            $0.text.withoutBackticks == name && ParsedFile.isName($0)
        }
        let reads = tokens.compactMap { $0.parent?.as(DeclReferenceExprSyntax.self).map { ExprSyntax($0) } }
        let isMember = reads.contains { read in
            read.parent?.as(MemberAccessExprSyntax.self).map { $0.declName.id == read.id } ?? false
        }
        return reads.count == tokens.count && !isMember ? reads : nil
    }
}

extension Syntax {
    /// Returns what it binds a name to for a part of it.
    fileprivate func binding(of name: String, around child: Syntax) -> LocalName? {
        for item in self.as(CodeBlockItemListSyntax.self) ?? [] where item.position < child.position {
            if let found = item.binding(of: name) { return found }
        }
        let conditions = child.as(CodeBlockSyntax.self)?.parent?.conditions ?? self.as(ConditionElementListSyntax.self)
        for condition in conditions ?? [] where condition.position < child.position {
            if let found = condition.binding(of: name) { return found }
        }
        if let loop = self.as(ForStmtSyntax.self), loop.body.id == child.id, loop.pattern.says(name) { return .bound }
        if self.is(SwitchCaseSyntax.self) || self.is(CatchClauseSyntax.self), child.position > position,
            hasPattern(of: name, before: child)
        {
            return .bound
        }
        if let signature = self.as(ClosureExprSyntax.self)?.signature, signature.id != child.id, signature.says(name) {
            return signature.type(of: name).map { .type($0) } ?? .bound
        }
        let parameter = self.as(DeclSyntax.self)?.parameters.first { $0.innerName.withoutBackticks == name }
        return parameter.map { $0.isVariadic ? .bound : .type($0.type) }
    }

    /// The conditions whose bindings the body of a statement sees.
    private var conditions: ConditionElementListSyntax? {
        self.as(IfExprSyntax.self)?.conditions ?? self.as(WhileStmtSyntax.self)?.conditions
    }

    /// Returns whether what comes before a child has a pattern with a name.
    private func hasPattern(of name: String, before child: Syntax) -> Bool {
        allTokens.prefix { $0.position < child.position }.contains {
            $0.text.withoutBackticks == name && $0.parent?.is(IdentifierPatternSyntax.self) == true
        }
    }
}

extension ClosureSignatureSyntax {
    /// Returns the type that is written for a parameter; nil if none is.
    fileprivate func type(of name: String) -> TypeSyntax? {
        guard case .parameterClause(let clause)? = parameterClause else { return nil }
        return clause.parameters.first { ($0.secondName ?? $0.firstName).text.withoutBackticks == name }?.type
    }
}

extension CodeBlockItemSyntax {
    /// Returns what it binds a name to for the statements after it.
    fileprivate func binding(of name: String) -> LocalName? {
        if let variable = item.as(VariableDeclSyntax.self) { return variable.binding(of: name) }
        return item.as(GuardStmtSyntax.self)?.conditions.lazy.compactMap { $0.binding(of: name) }.first
    }
}

extension VariableDeclSyntax {
    /// Returns what it says about a name that it declares; nil if it declares another.
    package func binding(of name: String) -> LocalName? {
        guard let part = bindings.first(where: { $0.name?.withoutBackticks == name }) else {
            return bindings.contains { $0.pattern.says(name) } ? .bound : nil
        }
        return part.type.map { .type($0) } ?? part.value.map { .value($0) } ?? .bound
    }
}

extension ConditionElementSyntax {
    fileprivate func binding(of name: String) -> LocalName? {
        if let optional = condition.as(OptionalBindingConditionSyntax.self), optional.pattern.says(name) {
            // `if let row` has what `row` is outside.
            return optional.typeAnnotation.map { .type($0.type) } ?? optional.initializer.map { .value($0.value) }
        }
        return condition.as(MatchingPatternConditionSyntax.self)?.pattern.says(name) == true ? .bound : nil
    }
}
