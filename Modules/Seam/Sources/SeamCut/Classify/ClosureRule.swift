import SeamKit

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
    /// Whether the compiler lets queues and tasks run what isn't `Sendable`.
    var isLenient = false
    /// Where functions of the tree are looked up that call their closure before they return; nil if only known ones do.
    var index: CodeTree?

    /// Functions of the standard library that call their closure before they return.
    static let immediate: Set<String> = [
        "map", "compactMap", "flatMap", "filter", "forEach", "reduce", "sorted", "sort", "contains", "first",
        "firstIndex", "last", "lastIndex", "allSatisfy", "min", "max", "removeAll", "drop", "prefix", "withLock",
        "mapValues", "compactMapValues", "partition", "split", "withUnsafeBytes", "withUnsafeMutableBytes",
        "withUnsafeBufferPointer", "count", "performAndWait", "performWithoutAnimation",
    ]
    /// The same for functions of no type.
    private static let immediateGlobals: Set<String> = [
        "autoreleasepool", "firstly", "withAnimation", "withCheckedContinuation", "withCheckedThrowingContinuation",
        "withTransaction", "withUnsafeContinuation", "withUnsafeThrowingContinuation",
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
    /// Those of them that a queue has.
    private static let dispatched: Set<String> = ["async", "asyncAfter", "asyncAndWait", "concurrentPerform"]
    /// Those of them that make tasks.
    private static let tasks: Set<String> = ["Task", "detached", "immediate", "addTask", "addTaskUnlessCancelled"]

    /// What UIKit and AppKit call on the main actor, with the types that they make.
    private static let shown: Set<String> = [
        "UIAlertAction", "UIAction", "UIContextualAction", "UIDeferredMenuElement", "UIViewPropertyAnimator", "present",
        "dismiss", "animate", "animateKeyframes", "transition", "performBatchUpdates", "performWithoutAnimation",
        "beginSheetModal",
    ]

    /// How a use reads the property through `self`, which closures of structures don't have to say.
    private var throughSelf: ClosureReading {
        ClosureReading(reading: members.isOfValue || isImplicit ? .plain : .throughSelf)
    }

    /// Whether the only closure that may outlive the code around it doesn't have to say `self`, and says other members without.
    private var isImplicit: Bool {
        let stored = context.closures.filter { !isImmediate($0) }
        guard stored.count == 1,
            stored[0].isOfTask || isWeakAndUnwrapped(stored[0]) || ownership(of: stored[0]) == true
        else { return false }
        // Where it is unwrapped, Swift wants it to be said.
        return !stored[0].unwrapsSelf(inConditionOf: context.access)
            && stored[0].prefersImplicitSelf(orMember: isMemberInClosures)
    }

    func reading() -> ClosureReading {
        var open: ClosureNode?
        var pending: [ClosureNode] = []
        for closure in context.closures {
            switch ownership(of: closure) {
            // A capture that isn't used captures nothing.
            case .some(true) where !members.isComplete || closure.capturesSelf(orMember: isMemberInClosures):
                return holdsSelf(pending) ? throughSelf : capture(pending)
            case .some(false):
                // It ends the process anyway if `self` is gone.
                if closure.captures.contains(where: { $0.name == "self" && $0.specifier == "unowned" }),
                    pending.isEmpty, closure.alwaysSaysSelf(orMember: isMemberInClosures)
                {
                    let isImplicit = closure.prefersImplicitSelf(orMember: isMemberInClosures)
                    return ClosureReading(reading: isImplicit ? .plain : .throughSelf)
                }
                if let name = closure.strongSelf(before: context.access),
                    pending.first.map({ file.hasName(name, in: $0.plainNode) }) != false
                {
                    return ClosureReading(reading: .throughStrong(name))
                }
                guard isWeakAndUnwrapped(closure) else {
                    var captured = capture(pending + [closure] + outer(of: closure))
                    captured.isForWeak = true
                    return captured
                }
                if holdsSelf(pending) { return throughSelf }
                var captured = capture(pending)
                // Swift 5 wants `self` to be written in a closure inside, also in a capture list.
                captured.isBarred = open == nil || pending.last != open
                return captured
            case .some(true), .none: break
            }
            if !isImmediate(closure) { pending.append(closure) }
            open = closure
        }
        if pending.isEmpty { return ClosureReading(reading: .plain) }
        return holdsSelf(pending) ? throughSelf : capture(pending)
    }

    /// Returns the closures around a closure that may store it.
    private func outer(of closure: ClosureNode) -> [ClosureNode] {
        guard let position = context.closures.firstIndex(where: { $0 == closure }) else { return [] }
        return context.closures[(position + 1)...].filter { !isImmediate($0) }
    }

    /// Returns whether the innermost stored closure captures `self`, and with it all closures around it.
    private func holdsSelf(_ pending: [ClosureNode]) -> Bool {
        guard let innermost = pending.first else { return true }
        let isImplicit = members.isOfValue || innermost.calleeName == "Task"
        return innermost.capturesSelf { isImplicit && isMemberInClosures($0) }
    }

    /// Returns whether a name in the closures means a member. Captured names and names declared around the closures don't.
    private func isMemberInClosures(_ name: String) -> Bool {
        members.names.contains(name) && !context.binds(name, in: file)
            && !context.closures.contains { $0.captures.contains { $0.name == name } }
    }

    /// The functions whose closures capture only what is `Sendable`.
    private var elsewhere: Set<String> {
        isLenient ? Self.concurrent.subtracting(Self.dispatched.union(Self.tasks)) : Self.concurrent
    }

    private func capture(_ pending: [ClosureNode]) -> ClosureReading {
        guard let outermost = pending.last else { return ClosureReading(reading: .plain) }
        let runsElsewhere = pending.contains { $0.calleeName.map(elsewhere.contains) == true }
        // What changes a value has it as `inout`, which no closure can keep.
        let isChanging = context.memberDecl.map { $0.initializer != nil || $0.modifierList.says("mutating") } == true
        if members.isOfView, !runsElsewhere, !isChanging { return ClosureReading(reading: .plain) }
        return ClosureReading(reading: .captured(outermost), isEarly: true, runsElsewhere: runsElsewhere)
    }

    /// Returns how the capture list names `self`: strongly (true), weakly (false) or not at all (nil).
    private func ownership(of closure: ClosureNode) -> Bool? {
        for capture in closure.captures where capture.name == "self" || capture.value == "self" {
            if capture.name != "self" { return capture.specifier == nil ? nil : false }
            return capture.specifier == nil
        }
        return nil
    }

    /// Returns whether `self` was unwrapped in the closure before the use, so that the use runs only while `self` exists.
    private func isWeakAndUnwrapped(_ closure: ClosureNode) -> Bool {
        closure.captures.first { $0.name == "self" }?.specifier == "weak" && closure.unwrapsSelf(before: context.access)
    }

    /// Returns whether a closure runs on the actor of the code around it, judging by what it is passed to.
    func isInherited(_ closure: ClosureNode) -> Bool {
        isImmediate(closure) || closure.isOfTask
    }

    /// Returns whether a closure runs elsewhere, judging by what it is passed to.
    func isConcurrent(_ closure: ClosureNode) -> Bool {
        !isInherited(closure) && closure.calleeName.map(Self.concurrent.contains) == true
    }

    /// Returns whether a closure may be one that is sent to other actors, by what the code says: the parameter or the property that
    /// takes it, or a task. Those of the system's libraries say so only to code that is checked strictly.
    func isSent(_ closure: ClosureNode, _ index: CodeTree) -> Bool {
        guard let name = closure.calleeName ?? closure.assignedName else { return true }
        return closure.calleeName.map(Self.concurrent.subtracting(Self.dispatched).contains) == true
            || index.paths(saying: name, "Sendable").contains { path in
                index.file(path)?.tokens(name).contains(where: \.isOfSendableDeclaration) ?? true
            }
    }

    /// Returns whether the main actor runs a closure that is made on it, judging by what it is passed to.
    func isOnMainActor(_ closure: ClosureNode, _ index: CodeTree) -> Bool {
        closure.isOfMainQueue || closure.calleeName.map(Self.shown.contains) == true && !isSent(closure, index)
    }

    /// Returns whether what a closure captures leaves code of an isolation.
    func runsElsewhere(_ closure: ClosureNode, from isolation: Isolation) -> Bool {
        let isOfTask = closure.isOfTask && isolation == .nonisolated
        return (isConcurrent(closure) || isOfTask) && closure.calleeName.map(elsewhere.contains) != false
    }

    /// Returns whether what a closure captures stays with code of an isolation, as far as the code says.
    func keeps(_ closure: ClosureNode, on isolation: Isolation, _ index: CodeTree) -> Bool {
        if closure.isOfTask { if case .actor = isolation { return true } else { return false } }
        return isImmediate(closure) || !isConcurrent(closure) && !isSent(closure, index)
    }

    /// Returns whether a closure doesn't hold `self`, which it names.
    func isWeak(_ closure: ClosureNode) -> Bool { ownership(of: closure) == false }

    /// Returns whether a closure has run by the time the expression around it has its value.
    private func isImmediate(_ closure: ClosureNode) -> Bool {
        if closure.isCalled || leavesOutSelf(closure) { return true }
        guard let name = closure.calleeName else { return false }
        if closure.call.map({ Self.immediateGlobals.contains($0.calleeText) }) == true { return true }
        guard Self.immediate.contains(name), closure.isPassedToMember else { return isCalledByTree(name) }
        return file.imports.isDisjoint(with: Self.reactive) || closure.isPassedToCollection
    }

    /// Returns whether a closure of a class says members without `self`, as only one can that doesn't outlive the code around it.
    private func leavesOutSelf(_ closure: ClosureNode) -> Bool {
        !members.isOfValue && !members.ofInstances.isEmpty && !closure.isOfTask
            && !closure.captures.contains { $0.name == "self" || $0.value == "self" }
            && closure.leavesOutSelf { members.ofInstances.contains($0) && isMemberInClosures($0) }
    }

    /// Returns whether each function of a name that the tree declares calls its closures before it returns, or not at all. Names of one
    /// word may be those of frameworks.
    private func isCalledByTree(_ name: String) -> Bool {
        guard let index, name.contains(where: \.isUppercase), name.first?.isLowercase == true else { return false }
        return index.known(\.immediate, name) { name in
            let owners = index.paths(saying: name).compactMap(index.file).flatMap { $0.owners + [$0.global] }
            // A case, or what a property has, keeps its closure.
            let isKept = owners.flatMap(\.memberDecls).contains { member in
                (member.isCase || member.property != nil) && member.declaredNames.contains(name)
            }
            if isKept { return false }
            let functions = owners.flatMap(\.functions).filter { $0.ownName == name }
            let types = functions.flatMap(\.parameters).map(\.typeText)
            return types.contains { $0.contains("->") }
                && !types.contains { type in
                    // An optional closure is stored as any other value is, whatever its type is called.
                    let isOptional = type.hasSuffix("?")
                    return type.contains("@escaping")
                        || isOptional && (type.contains("->") || index.lastNames.isAlias(String(type.dropLast())))
                }
        }
    }
}
