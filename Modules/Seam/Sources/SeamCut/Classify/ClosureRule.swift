import SwiftSyntax

/// How a use inside closures reads the property, and what a capture would change.
struct ClosureReading {
    var reading: Reading
    /// Whether a closure would have to capture the property, and so read the accessor when it is made.
    var isEarly = false
    /// Whether that is so because `self` is weak in the closure.
    var isForWeak = false
    /// Whether a closure that captures the property runs elsewhere.
    var runsElsewhere = false
    /// Whether the property can't be captured, whatever reading it early changes.
    var isBarred = false
}

/// Decides how a use in closures reads the property.
struct ClosureRule {
    var context: UseContext
    var file: ParsedFile
    /// The names of the caller's members, for which an implicit `self` counts.
    var members = MemberNames()

    /// Functions of the standard library that call their closure before they return.
    private static let immediate: Set<String> = [
        "map", "compactMap", "flatMap", "filter", "forEach", "reduce", "sorted", "sort", "contains", "first",
        "firstIndex", "last", "lastIndex", "allSatisfy", "min", "max", "removeAll", "drop", "prefix", "withLock",
        "mapValues", "compactMapValues", "partition", "split", "withUnsafeBytes", "withUnsafeMutableBytes",
        "withUnsafeBufferPointer", "autoreleasepool", "count",
    ]
    /// Modules whose types have functions with these names that store the closure.
    private static let reactive: Set<String> = [
        "Combine", "OpenCombine", "RxSwift", "RxCocoa", "ReactiveSwift", "ReactiveCocoa", "ComposableArchitecture",
        "AsyncAlgorithms", "PromiseKit",
    ]
    /// Functions whose closure runs elsewhere.
    private static let concurrent: Set<String> = [
        "Task", "detached", "addTask", "addTaskUnlessCancelled", "async", "asyncAfter", "concurrentPerform", "run",
        "asyncAndWait", "immediate", "refreshable", "visualEffect", "scrollTransition", "onGeometryChange",
    ]

    func reading() -> ClosureReading {
        var open = Syntax(context.access)
        var pending: [ClosureExprSyntax] = []
        for closure in context.closures {
            switch ownership(of: closure) {
            // A capture that isn't used captures nothing.
            case .some(true) where !members.isComplete || SelfFinder.find(in: closure, isMember: isMemberInClosures):
                return holdsSelf(pending) ? ClosureReading(reading: .throughSelf) : capture(pending)
            case .some(false):
                guard isUnwrapped(closure) else {
                    var captured = capture(pending + [closure] + outer(of: closure))
                    captured.isForWeak = true
                    return captured
                }
                if holdsSelf(pending) { return ClosureReading(reading: .throughSelf) }
                var captured = capture(pending)
                // Swift 5 wants `self` to be written in a closure inside, also in a capture list.
                captured.isBarred = pending.last?.id != open.id
                return captured
            case .some(true), .none: break
            }
            if !isImmediate(closure) { pending.append(closure) }
            open = Syntax(closure)
        }
        if pending.isEmpty { return ClosureReading(reading: .plain) }
        return holdsSelf(pending) ? ClosureReading(reading: .throughSelf) : capture(pending)
    }

    /// Returns the closures around a closure that may store it.
    private func outer(of closure: ClosureExprSyntax) -> [ClosureExprSyntax] {
        guard let position = context.closures.firstIndex(where: { $0.id == closure.id }) else { return [] }
        return context.closures[(position + 1)...].filter { !isImmediate($0) }
    }

    /// Returns whether the innermost stored closure captures `self`, and with it all closures around it.
    private func holdsSelf(_ pending: [ClosureExprSyntax]) -> Bool {
        guard let innermost = pending.first else { return true }
        let isImplicit = members.isOfValue || calleeName(of: innermost) == "Task"
        return SelfFinder.find(in: innermost) { isImplicit && isMemberInClosures($0) }
    }

    /// Returns whether a name in the closures means a member. Captured names and names declared around the closures don't.
    private func isMemberInClosures(_ name: String) -> Bool {
        members.names.contains(name) && !context.binds(name, in: file)
            && !context.closures.contains { $0.signature?.capture?.items.contains { $0.name.text == name } == true }
    }

    private func capture(_ pending: [ClosureExprSyntax]) -> ClosureReading {
        guard let outermost = pending.last else { return ClosureReading(reading: .plain) }
        let runsElsewhere = pending.contains { calleeName(of: $0).map(Self.concurrent.contains) == true }
        return ClosureReading(reading: .captured(outermost), isEarly: true, runsElsewhere: runsElsewhere)
    }

    /// Returns how the capture list names `self`: strongly (true), weakly (false) or not at all (nil).
    private func ownership(of closure: ClosureExprSyntax) -> Bool? {
        for capture in closure.signature?.capture?.items ?? [] {
            let isSelf = capture.name.text == "self" || capture.initializer?.value.trimmedDescription == "self"
            guard isSelf else { continue }
            if capture.name.text != "self" { return capture.specifier == nil ? nil : false }
            return capture.specifier == nil
        }
        return nil
    }

    /// Returns whether `self` was unwrapped in the closure before the use, so that the use runs only while `self` exists.
    private func isUnwrapped(_ closure: ClosureExprSyntax) -> Bool {
        let weak =
            closure.signature?.capture?.items.first { $0.name.text == "self" }?.specifier?.specifier.text == "weak"
        guard weak else { return false }
        var child = Syntax(context.access)
        while let parent = child.parent, child.id != closure.id {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                for item in list {
                    if item.id == child.id { break }
                    if let guardStatement = item.item.as(GuardStmtSyntax.self), bindSelf(guardStatement.conditions) {
                        return true
                    }
                }
            } else if let condition = parent.as(IfExprSyntax.self), condition.body.id == child.id,
                bindSelf(condition.conditions)
            {
                return true
            }
            child = parent
        }
        return false
    }

    private func bindSelf(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else { return false }
            let name = binding.pattern.trimmedDescription
            let value = binding.initializer?.value.trimmedDescription
            return (name == "self" || name == "`self`") && (value == nil || value == "self")
        }
    }

    /// Returns whether a closure runs on the actor of the code around it, judging by what it is passed to.
    func isInherited(_ closure: ClosureExprSyntax) -> Bool {
        isImmediate(closure) || call(of: closure)?.calledExpression.trimmedDescription == "Task"
    }

    /// Returns whether a closure runs elsewhere, judging by what it is passed to.
    func isConcurrent(_ closure: ClosureExprSyntax) -> Bool {
        !isInherited(closure) && calleeName(of: closure).map(Self.concurrent.contains) == true
    }

    /// Returns whether what a closure captures leaves code of an isolation.
    func runsElsewhere(_ closure: ClosureExprSyntax, from isolation: Isolation) -> Bool {
        let isTask = call(of: closure)?.calledExpression.trimmedDescription == "Task"
        return isConcurrent(closure) || isTask && isolation == .nonisolated
    }

    /// Returns whether a closure doesn't hold `self`, which it names.
    func isWeak(_ closure: ClosureExprSyntax) -> Bool { ownership(of: closure) == false }

    /// Returns whether a closure has run by the time the expression around it has its value.
    private func isImmediate(_ closure: ClosureExprSyntax) -> Bool {
        if let call = closure.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.is(ClosureExprSyntax.self),
            call.calledExpression.id == closure.id
        {
            return true
        }
        guard let name = calleeName(of: closure), Self.immediate.contains(name), isMemberCall(closure) else {
            return false
        }
        return file.imports.isDisjoint(with: Self.reactive)
    }

    private func call(of closure: ClosureExprSyntax) -> FunctionCallExprSyntax? {
        if let call = closure.parent?.as(FunctionCallExprSyntax.self) { return call }
        return closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    }

    private func isMemberCall(_ closure: ClosureExprSyntax) -> Bool {
        guard let callee = call(of: closure)?.calledExpression else { return false }
        return callee.is(MemberAccessExprSyntax.self) || callee.trimmedDescription == "autoreleasepool"
    }

    private func calleeName(of closure: ClosureExprSyntax) -> String? {
        guard let callee = call(of: closure)?.calledExpression else { return nil }
        if let member = callee.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        if let generic = callee.as(GenericSpecializationExprSyntax.self) {
            return generic.expression.trimmedDescription
        }
        return callee.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}
