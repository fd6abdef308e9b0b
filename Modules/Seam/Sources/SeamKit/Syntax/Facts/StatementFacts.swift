@_spi(RawSyntax) import SwiftSyntax

extension RawSyntax {
    /// Records a statement, a part of one, or an expression that is written like one.
    func recordStatement(in facts: inout FactsCollector) {
        switch kind {
        case .codeBlock: RawCodeBlockSyntax(self).map { block in facts.inBody { block.statements.record(in: &$0) } }
        case .ifExpr: RawIfExprSyntax(self)?.recordBranches(in: &facts)
        case .whileStmt:
            RawWhileStmtSyntax(self).map { loop in
                facts.inBody {
                    loop.conditions.record(in: &$0)
                    loop.body.record(in: &$0)
                }
            }
        case .guardStmt:
            // The names that it binds are known after it.
            RawGuardStmtSyntax(self)?.conditions.record(in: &facts)
            RawGuardStmtSyntax(self)?.body.record(in: &facts)
        case .optionalBindingCondition: RawOptionalBindingConditionSyntax(self)?.recordBinding(in: &facts)
        case .matchingPatternCondition:
            guard let condition = RawMatchingPatternConditionSyntax(self) else { break }
            condition.typeAnnotation?.recordNames(in: &facts)
            let subject = condition.initializer.value.raw.recordValues(in: &facts)
            condition.pattern.declareNames(in: &facts, of: subject)
        case .switchExpr:
            guard let choice = RawSwitchExprSyntax(self) else { break }
            facts.bodies.enterSwitch(of: choice.subject.raw.recordValues(in: &facts))
            choice.cases.record(in: &facts)
            facts.bodies.leaveSwitch()
        case .forStmt: RawForStmtSyntax(self)?.recordLoop(in: &facts)
        case .switchCase: RawSwitchCaseSyntax(self)?.recordCase(in: &facts)
        case .catchClause: RawCatchClauseSyntax(self)?.recordCatch(in: &facts)
        case .returnStmt:
            guard let value = RawReturnStmtSyntax(self)?.expression else { break }
            let expected = FactsCollector.Expected(type: facts.bodies.returnType)
            facts.bodies.noteReturn(value.raw.recordValues(in: &facts, expected: expected))
        default: break
        }
    }
}

extension RawIfExprSyntax {
    /// Records a long chain of `else if` in a loop instead of a recursion.
    fileprivate func recordBranches(in facts: inout FactsCollector) {
        var current: RawIfExprSyntax? = self
        while let step = current {
            facts.inBody {
                step.conditions.record(in: &$0)
                step.body.record(in: &$0)
            }
            current = step.elseBody.flatMap { RawIfExprSyntax($0) }
            if current == nil { step.elseBody?.record(in: &facts) }
        }
    }
}

extension RawOptionalBindingConditionSyntax {
    fileprivate func recordBinding(in facts: inout FactsCollector) {
        let type = facts.index(ofType: typeAnnotation?.type)
        guard let pattern = RawIdentifierPatternSyntax(pattern) else {
            initializer?.value.raw.recordValue(in: &facts)
            self.pattern.declareNames(in: &facts)
            return
        }
        let name = facts.index(of: pattern.identifier)
        if let value = initializer?.value {
            facts.declare(name, type: type, values: value.raw.recordValues(in: &facts))
        } else if name != facts.table.selfValue {
            // `if let service`: the same name, from outside.
            let outer = facts.append(root: name, ending: .alias, at: facts.place(of: pattern.identifier))
            facts.declare(name, type: type, values: [outer])
        }
    }
}

extension RawForStmtSyntax {
    fileprivate func recordLoop(in facts: inout FactsCollector) {
        sequence.raw.recordValue(in: &facts)
        typeAnnotation?.recordNames(in: &facts)
        facts.inBody {
            pattern.declareNames(in: &$0)
            whereClause?.condition.raw.recordValue(in: &$0)
            body.record(in: &$0)
        }
    }
}

extension RawSwitchCaseSyntax {
    fileprivate func recordCase(in facts: inout FactsCollector) {
        facts.inBody {
            for item in Children<RawSwitchCaseItemSyntax>(RawSwitchCaseLabelSyntax(label)?.caseItems) {
                item.pattern.declareNames(in: &$0, of: $0.bodies.subject)
                item.whereClause?.condition.raw.recordValue(in: &$0)
            }
            statements.record(in: &$0)
        }
    }
}

extension RawCatchClauseSyntax {
    fileprivate func recordCatch(in facts: inout FactsCollector) {
        facts.inBody {
            var hasItems = false
            for item in Children<RawCatchItemSyntax>(catchItems) {
                hasItems = true
                item.pattern?.declareNames(in: &$0)
                item.whereClause?.condition.raw.recordValue(in: &$0)
            }
            if !hasItems { $0.declare($0.index(of: "error")) }
            body.record(in: &$0)
        }
    }
}
