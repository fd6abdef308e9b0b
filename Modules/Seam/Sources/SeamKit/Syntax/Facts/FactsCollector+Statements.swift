@_spi(RawSyntax) import SwiftSyntax

/// Bodies, statements and the names that are known only in them.
extension FactsCollector {
    // MARK: Bodies

    /// Visits accessors. Returns the chains that the getter returns.
    mutating func body(of block: RawAccessorBlockSyntax, type: Index) -> [Index] {
        if let statements = RawCodeBlockItemListSyntax(block.accessors) {
            return function(statements, returns: type)
        }
        var returned: [Index] = []
        for accessor in Children<RawAccessorDeclSyntax>(RawAccessorDeclListSyntax(block.accessors)) {
            guard let body = accessor.body else { continue }
            let kind = accessor.accessorSpecifier.tokenText
            let outer = locals.mark
            if let parameter = accessor.parameters?.name {
                declare(index(of: parameter), type: type, values: [], isParameter: true)
            } else if kind == "set" || kind == "willSet" {
                declare(index(of: "newValue"), type: type, values: [], isParameter: true)
            } else if kind == "didSet" {
                declare(index(of: "oldValue"), type: type, values: [], isParameter: true)
            }
            let isGetter = kind == "get"
            let found = function(body.statements, returns: isGetter ? type : -1)
            if isGetter { returned = found }
            locals.leave(outer)
        }
        return returned
    }

    /// Visits a body. Returns the chains that it returns.
    mutating func function(_ statements: RawCodeBlockItemListSyntax, returns type: Index) -> [Index] {
        returns.append([])
        returnTypes.append(type)
        within {
            var items = Children<RawCodeBlockItemSyntax>(statements)
            if let only = items.next(), items.next() == nil, only.item.is(RawExprSyntax.self) {
                let found = $0.values(of: only.item, expected: Expected(type: type), isStatement: type < 0)
                $0.returns[$0.returns.count - 1].append(contentsOf: found)
            } else {
                $0.walk(statements)
            }
        }
        returnTypes.removeLast()
        return returns.removeLast()
    }

    private mutating func within(_ work: (inout FactsCollector) -> Void) {
        let outer = (locals.mark, localTypes.mark)
        bodies += 1
        work(&self)
        bodies -= 1
        locals.leave(outer.0)
        localTypes.leave(outer.1)
    }

    /// Visits a closure. Returns the chains that it returns.
    ///
    /// - Parameter element: the chains that its first parameter may come from.
    mutating func closure(_ node: RawClosureExprSyntax, type: Index, element: [Index] = []) -> [Index] {
        var captured: [(Index, [Index])] = []
        if let signature = node.signature {
            walk(signature.attributes)
            for capture in Children<RawClosureCaptureSyntax>(signature.capture?.items) {
                let name = index(of: capture.name)
                guard name != table.selfValue else { continue }
                if let value = capture.initializer?.value {
                    captured.append((name, values(of: value.raw, expected: .nothing)))
                } else if capture.specifier == nil {
                    _ = chain(root: name, at: place(of: capture.name), ending: .read)
                }
            }
        }
        let outer = locals.mark
        for (name, values) in captured { declare(name, type: -1, values: values) }
        let parameters = node.signature?.parameterClause
        if let names = parameters.flatMap({ RawClosureShorthandParameterListSyntax($0) }) {
            for (place, parameter) in Children<RawClosureShorthandParameterSyntax>(names).enumerated() {
                declare(index(of: parameter.name), type: -1, values: place == 0 ? element : [], isParameter: true)
            }
        } else if let clause = parameters.flatMap({ RawClosureParameterClauseSyntax($0) }) {
            for parameter in Children<RawClosureParameterSyntax>(clause.parameters) {
                let type = index(ofType: parameter.type)
                let name = index(of: parameter.secondName ?? parameter.firstName)
                declare(name, type: type, values: [], isParameter: true)
            }
        } else if !element.isEmpty || isMapping {
            // A closure in one that maps has a first parameter of its own.
            declare(index(of: "$0"), type: -1, values: element, isParameter: true)
        }
        let wasMapping = isMapping
        isMapping = isMapping || !element.isEmpty
        defer { isMapping = wasMapping }
        let returned = index(ofType: node.signature?.returnClause?.type)
        noteNames(in: node.signature?.effectSpecifiers)
        let found = function(node.statements, returns: returned >= 0 ? returned : type)
        locals.leave(outer)
        return found
    }

    // MARK: Local names

    mutating func declare(
        _ name: Index,
        type: Index,
        values: [Index],
        isParameter: Bool = false,
        isVariable: Bool = false,
        isWrapped: Bool = false
    ) {
        guard table.names.names[Int(name)] != "_" else { return }
        facts.bindings.append(
            FileFacts.BindingFact(
                name: name,
                type: type,
                values: list(of: values),
                isParameter: isParameter,
                isVariable: isVariable,
                isWrapped: isWrapped
            )
        )
        locals.declare(name, as: Index(facts.bindings.count - 1))
    }

    func binding(of name: Index) -> Index? { locals[name].flatMap { $0 >= firstLocal ? $0 : nil } }

    mutating func declareLocal(_ binding: RawPatternBindingSyntax, isVariable: Bool, isWrapped: Bool) {
        let type = index(ofType: binding.typeAnnotation?.type)
        let value = binding.initializer?.value.raw
        if let name = RawIdentifierPatternSyntax(binding.pattern) {
            let values = value.map { self.values(of: $0, expected: Expected(type: type)) } ?? []
            if let accessors = binding.accessorBlock { _ = body(of: accessors, type: type) }
            declare(
                index(of: name.identifier),
                type: type,
                values: values,
                isVariable: isVariable,
                isWrapped: isWrapped
            )
        } else if let names = RawTuplePatternSyntax(binding.pattern),
            let parts = value.flatMap({ RawTupleExprSyntax($0) })
        {
            let patterns = Array(Children<RawTuplePatternElementSyntax>(names.elements))
            let values = Array(Children<RawLabeledExprSyntax>(parts.elements))
            guard patterns.count == values.count else {
                read(parts.raw, expected: Expected(type: type))
                declareNames(binding.pattern)
                return
            }
            let found = values.map { self.values(of: $0.expression.raw, expected: .nothing) }
            for (element, values) in zip(patterns, found) {
                if let name = RawIdentifierPatternSyntax(element.pattern) {
                    declare(index(of: name.identifier), type: -1, values: values)
                } else {
                    declareNames(element.pattern)
                }
            }
        } else {
            if let value { read(value, expected: Expected(type: type)) }
            declareNames(binding.pattern)
        }
    }

    /// Declares the names in a pattern, and reads the expressions in it.
    ///
    /// - Parameter subject: the chains of what is matched; none for a part of it.
    private mutating func declareNames(_ pattern: (some RawSyntaxNodeProtocol)?, of subject: [Index] = []) {
        guard let pattern = pattern?.raw else { return }
        switch pattern.kind {
        case .token: break
        case .identifierPattern:
            if let name = RawIdentifierPatternSyntax(pattern) {
                declare(index(of: name.identifier), type: -1, values: subject)
            }
        case .identifierType, .memberType: noteNames(in: pattern)
        case .memberAccessExpr, .declReferenceExpr, .closureExpr:
            read(pattern, expected: subject.count == 1 ? .chain(subject[0]) : .nothing)
        case .sequenceExpr:
            // `case let name as Service`
            let elements = Array(Children<RawSyntax>(RawSequenceExprSyntax(pattern)?.elements))
            guard elements.count == 3, let type = Self.castType(in: elements) else { fallthrough }
            noteNames(in: type.type)
            declareNames(elements[0], of: cast(subject, to: type, at: place(of: pattern)))
        default:
            // `let` around a whole pattern puts its names into a pattern expression.
            guard let children = pattern.layoutView?.children.makeIterator() else { break }
            let isWhole = Self.isWhole(pattern)
            for child in IteratorSequence(children) { declareNames(child, of: isWhole ? subject : []) }
        }
    }

    /// Returns whether what is in a pattern matches the whole subject, or what is in it as an optional.
    private static func isWhole(_ pattern: RawSyntax) -> Bool {
        switch pattern.kind {
        case .valueBindingPattern, .expressionPattern, .patternExpr, .optionalChainingExpr: return true
        case .tupleExpr, .tuplePattern:
            let elements = RawTupleExprSyntax(pattern)?.elements.raw ?? RawTuplePatternSyntax(pattern)?.elements.raw
            return elements?.layoutView?.children.count == 1
        case .labeledExprList, .tuplePatternElementList, .labeledExpr, .tuplePatternElement: return true
        case .functionCallExpr:
            let callee = RawFunctionCallExprSyntax(pattern).flatMap { RawMemberAccessExprSyntax($0.calledExpression) }
            return callee?.declName.baseName.tokenText == "some"
        default: return false
        }
    }

    // MARK: Statements

    mutating func readStatement(_ node: RawSyntax) {
        switch node.kind {
        case .codeBlock: RawCodeBlockSyntax(node).map { block in within { $0.walk(block.statements) } }
        case .ifExpr: readIf(node)
        case .whileStmt:
            RawWhileStmtSyntax(node).map { loop in
                within {
                    $0.walk(loop.conditions)
                    $0.walk(loop.body)
                }
            }
        case .guardStmt:
            // The names that it binds are known after it.
            walk(RawGuardStmtSyntax(node)?.conditions)
            walk(RawGuardStmtSyntax(node)?.body)
        case .optionalBindingCondition: RawOptionalBindingConditionSyntax(node).map { readBinding($0) }
        case .matchingPatternCondition:
            guard let condition = RawMatchingPatternConditionSyntax(node) else { break }
            noteNames(in: condition.typeAnnotation)
            let subject = values(of: condition.initializer.value.raw, expected: .nothing)
            declareNames(condition.pattern, of: subject)
        case .switchExpr:
            guard let choice = RawSwitchExprSyntax(node) else { break }
            subjects.append(values(of: choice.subject.raw, expected: .nothing))
            walk(choice.cases)
            subjects.removeLast()
        case .forStmt: RawForStmtSyntax(node).map { readLoop($0) }
        case .switchCase: RawSwitchCaseSyntax(node).map { readCase($0) }
        case .catchClause: RawCatchClauseSyntax(node).map { readCatch($0) }
        case .returnStmt:
            guard let value = RawReturnStmtSyntax(node)?.expression else { break }
            let found = values(of: value.raw, expected: Expected(type: returnTypes.last ?? -1))
            if !returns.isEmpty { returns[returns.count - 1].append(contentsOf: found) }
        default: break
        }
    }

    /// Reads a long chain of `else if` in a loop instead of a recursion.
    private mutating func readIf(_ node: RawSyntax) {
        var current = RawIfExprSyntax(node)
        while let step = current {
            within {
                $0.walk(step.conditions)
                $0.walk(step.body)
            }
            current = step.elseBody.flatMap { RawIfExprSyntax($0) }
            if current == nil { walk(step.elseBody) }
        }
    }

    private mutating func readBinding(_ node: RawOptionalBindingConditionSyntax) {
        let type = index(ofType: node.typeAnnotation?.type)
        guard let pattern = RawIdentifierPatternSyntax(node.pattern) else {
            if let value = node.initializer?.value { read(value.raw, expected: .nothing) }
            declareNames(node.pattern)
            return
        }
        let name = index(of: pattern.identifier)
        if let value = node.initializer?.value {
            declare(name, type: type, values: values(of: value.raw, expected: .nothing))
        } else if name != table.selfValue {
            // `if let service`: the same name, from outside.
            let outer = chain(root: name, at: place(of: pattern.identifier), ending: .alias)
            declare(name, type: type, values: [outer])
        }
    }

    private mutating func readLoop(_ node: RawForStmtSyntax) {
        read(node.sequence.raw, expected: .nothing)
        noteNames(in: node.typeAnnotation)
        within {
            $0.declareNames(node.pattern)
            if let condition = node.whereClause?.condition { $0.read(condition.raw, expected: .nothing) }
            $0.walk(node.body)
        }
    }

    private mutating func readCase(_ node: RawSwitchCaseSyntax) {
        within {
            for item in Children<RawSwitchCaseItemSyntax>(RawSwitchCaseLabelSyntax(node.label)?.caseItems) {
                $0.declareNames(item.pattern, of: $0.subjects.last ?? [])
                if let condition = item.whereClause?.condition { $0.read(condition.raw, expected: .nothing) }
            }
            $0.walk(node.statements)
        }
    }

    private mutating func readCatch(_ node: RawCatchClauseSyntax) {
        within {
            var hasItems = false
            for item in Children<RawCatchItemSyntax>(node.catchItems) {
                hasItems = true
                $0.declareNames(item.pattern)
                if let condition = item.whereClause?.condition { $0.read(condition.raw, expected: .nothing) }
            }
            if !hasItems { $0.declare($0.index(of: "error"), type: -1, values: []) }
            $0.walk(node.body)
        }
    }
}

/// Property wrappers: the value of `@Setting(\.name) var name` is that of `Setting(\.name).wrappedValue`.
extension FactsCollector {
    /// Reads the attributes of a variable. Returns the chain of the value that its outermost wrapper provides; -1 for none.
    ///
    /// - Parameter type: the type that the variable is declared with.
    mutating func readWrappers(_ attributes: RawAttributeListSyntax, type: RawTypeSyntax?) -> Index {
        var outermost: Index = -1
        for node in Children<RawSyntax>(attributes) {
            if let chain = RawAttributeSyntax(node).flatMap({ wrapped($0, type: type) }) {
                if outermost < 0 { outermost = chain }
            } else {
                walk(node)
            }
        }
        return outermost
    }

    private mutating func wrapped(_ attribute: RawAttributeSyntax, type: RawTypeSyntax?) -> Index? {
        // The attributes of the language begin with a small letter.
        let name = RawIdentifierTypeSyntax(attribute.attributeName)?.name
        guard let name = name ?? RawMemberTypeSyntax(attribute.attributeName)?.name else { return nil }
        let number = Int(index(of: name))
        guard table.names.capitals[number] else { return nil }
        let list = attribute.arguments.flatMap { RawLabeledExprListSyntax($0) }
        let base = index(ofType: attribute.attributeName)
        guard base >= 0, attribute.arguments == nil || list != nil else { return nil }
        let arguments = Array(Children<RawLabeledExprSyntax>(list))
        if table.names.names[number].hasSuffix("DelegateAdaptor") {
            let delegate =
                arguments.first.map { table.written(ofMetatype: $0.expression.raw) } ?? table.written(ofType: type)
            if delegate >= 0 { return adaptor(base, of: delegate, attribute: attribute) }
        }
        let first = openSteps.count
        openSteps.append(FileFacts.StepFact(kind: .member, name: index(of: "wrappedValue")))
        openSteps.append(FileFacts.StepFact(kind: .call, name: -1, arguments: Int16(clamping: arguments.count)))
        let at = place(of: attribute.attributeName)
        let chain = append(root: .type, base: base, stepsFrom: first, ending: .read, at: at)
        for (position, argument) in arguments.enumerated() {
            let label = argument.label.map { index(of: $0) } ?? -1
            read(
                argument.expression.raw,
                expected: .argument(chain: chain, step: 0, label: label, position: Index(position))
            )
        }
        return chain
    }

    /// Reads `@UIApplicationDelegateAdaptor(AppDelegate.self)`: its value is what a cast of the delegate finds.
    private mutating func adaptor(_ base: Index, of delegate: Index, attribute: RawAttributeSyntax) -> Index {
        walk(attribute.arguments)
        let first = openSteps.count
        openSteps.append(FileFacts.StepFact(kind: .member, name: index(of: "delegate")))
        let at = place(of: attribute.attributeName)
        let application = append(root: .type, base: base, stepsFrom: first, ending: .base, at: at)
        return append(root: .typed, base: delegate, ending: .read, at: at, expected: .chain(application))
    }
}
