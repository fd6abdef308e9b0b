import SwiftSyntax

/// How a use inside closures reads a property without capturing anything new, and without reading it earlier.
enum Reading {
    /// The use reads the property by its name.
    case plain
    /// Through `self`, which the closure already captures.
    case throughSelf
    /// Through the type, as a static property. The reason says why an instance's property can't be read there.
    case throughType(Reason)
    /// By its name, which is in the capture list of this closure.
    case captured(ClosureExprSyntax)

    /// The closure that captures it; nil if none does.
    var closure: ClosureExprSyntax? { if case .captured(let closure) = self { closure } else { nil } }

    /// Whether it is the name alone, which something around the use may hide.
    var isNameAlone: Bool {
        switch self {
        case .plain, .captured: true
        case .throughSelf, .throughType: false
        }
    }

    /// Returns the expression for the property.
    ///
    /// - Parameter type: what a static property is read through.
    func expression(for property: String, of type: String = "self") -> String {
        switch self {
        case .plain, .captured: property
        case .throughSelf: "self.\(property)"
        case .throughType: "\(type).\(property)"
        }
    }
}

/// Decides how a use in closures reads the property.
struct CaptureRule {
    var site: Site
    var file: ParsedFile
    /// The names of the caller's members, for which an implicit `self` counts.
    var members: MemberNames
    /// Whether reading the accessor early makes no difference.
    var isQuiet: Bool
    var isSendable: Bool

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

    func reading() -> Result<Reading, Refusal> {
        var open = Syntax(site.access)
        var pending: [ClosureExprSyntax] = []
        for closure in site.closures {
            switch ownership(closure) {
            // A capture that isn't used captures nothing.
            case .some(true) where !members.isComplete || SelfFinder.find(in: closure, isMember: isMemberInClosures):
                return holdsSelf(pending) ? .success(.throughSelf) : capture(pending, orElse: .earlyRead)
            case .some(false):
                if isUnwrapped(closure, before: open) {
                    if holdsSelf(pending) { return .success(.throughSelf) }
                    // Swift 5 wants `self` to be written in a closure inside, also in a capture list.
                    guard pending.last?.id == open.id else { return .failure(Refusal(reason: .earlyRead)) }
                    return capture(pending, orElse: .earlyRead)
                }
                return capture(pending + [closure] + outer(of: closure), orElse: .weakSelf)
            case .some(true), .none: break
            }
            if !isImmediate(closure) { pending.append(closure) }
            open = Syntax(closure)
        }
        if pending.isEmpty { return .success(.plain) }
        return holdsSelf(pending) ? .success(.throughSelf) : capture(pending, orElse: .earlyRead)
    }

    /// Returns the closures around a closure that may store it.
    private func outer(of closure: ClosureExprSyntax) -> [ClosureExprSyntax] {
        guard let position = site.closures.firstIndex(where: { $0.id == closure.id }) else { return [] }
        return site.closures[(position + 1)...].filter { !isImmediate($0) }
    }

    /// Returns whether the innermost stored closure captures `self`, and with it all closures around it.
    private func holdsSelf(_ pending: [ClosureExprSyntax]) -> Bool {
        guard let innermost = pending.first else { return true }
        let isImplicit = members.isOfValue || calleeName(innermost) == "Task"
        return SelfFinder.find(in: innermost) { isImplicit && isMemberInClosures($0) }
    }

    /// Returns whether a name in the closures means a member. Captured names and names declared around the closures don't.
    private func isMemberInClosures(_ name: String) -> Bool {
        members.names.contains(name) && !site.binds(name, in: file)
            && !site.closures.contains { $0.signature?.capture?.items.contains { $0.name.text == name } == true }
    }

    private func capture(_ pending: [ClosureExprSyntax], orElse reason: Reason) -> Result<Reading, Refusal> {
        guard let outermost = pending.last else { return .success(.plain) }
        guard isQuiet else { return .failure(Refusal(reason: reason)) }
        let runsElsewhere = pending.contains { calleeName($0).map(Self.concurrent.contains) == true }
        guard isSendable || !runsElsewhere else { return .failure(Refusal(reason: .sending)) }
        return .success(.captured(outermost))
    }

    /// Returns how the capture list names `self`: strongly (true), weakly (false) or not at all (nil).
    private func ownership(_ closure: ClosureExprSyntax) -> Bool? {
        for capture in closure.signature?.capture?.items ?? [] {
            let isSelf = capture.name.text == "self" || capture.initializer?.value.trimmedDescription == "self"
            guard isSelf else { continue }
            if capture.name.text != "self" { return capture.specifier == nil ? nil : false }
            return capture.specifier == nil
        }
        return nil
    }

    /// Returns whether `self` was unwrapped in the closure before the use, so that the use runs only while `self` exists.
    private func isUnwrapped(_ closure: ClosureExprSyntax, before use: Syntax) -> Bool {
        let weak =
            closure.signature?.capture?.items.first { $0.name.text == "self" }?.specifier?.specifier.text == "weak"
        guard weak else { return false }
        var child = Syntax(site.access)
        while let parent = child.parent, child.id != closure.id {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                for item in list {
                    if item.id == child.id { break }
                    if let guardStatement = item.item.as(GuardStmtSyntax.self), binds(guardStatement.conditions) {
                        return true
                    }
                }
            } else if let condition = parent.as(IfExprSyntax.self), condition.body.id == child.id,
                binds(condition.conditions)
            {
                return true
            }
            child = parent
        }
        return false
    }

    private func binds(_ conditions: ConditionElementListSyntax) -> Bool {
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
        !isInherited(closure) && calleeName(closure).map(Self.concurrent.contains) == true
    }

    /// Returns whether a closure doesn't hold `self`, which it names.
    func isWeak(_ closure: ClosureExprSyntax) -> Bool { ownership(closure) == false }

    /// Returns whether a closure has run by the time the expression around it has its value.
    private func isImmediate(_ closure: ClosureExprSyntax) -> Bool {
        if let call = closure.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.is(ClosureExprSyntax.self),
            call.calledExpression.id == closure.id
        {
            return true
        }
        guard let name = calleeName(closure), Self.immediate.contains(name), isMemberCall(closure) else { return false }
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

    private func calleeName(_ closure: ClosureExprSyntax) -> String? {
        guard let callee = call(of: closure)?.calledExpression else { return nil }
        if let member = callee.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        if let generic = callee.as(GenericSpecializationExprSyntax.self) {
            return generic.expression.trimmedDescription
        }
        return callee.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

/// The names of a type's members, with those that it inherits.
struct MemberNames: Sendable {
    private(set) var names: Set<String> = []
    /// Whether everything that the type inherits from is in the tree.
    private(set) var isComplete = true
    /// Whether the type is a structure or an enum, whose closures need no `self` before a member's name.
    private(set) var isOfValue = false

    private static let plain: Set<String> = [
        "Sendable", "AnyObject", "Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable", "Error",
    ]

    /// Names nothing.
    init() {}

    init(of owner: OwnerDecl, index: TypeIndex) {
        let kind = owner.kind == .extension ? index.type(owner.name)?.owner.kind : owner.kind
        isOfValue = kind == .struct || kind == .enum
        var seen: Set<String> = []
        var open = [owner.name]
        while let name = open.popLast() {
            guard seen.insert(name).inserted, !Self.plain.contains(name) else { continue }
            let declarations = index.declarations(of: name)
            if declarations.allSatisfy({ $0.owner.kind == .extension }) { isComplete = false }
            names.formUnion(index.memberNames(of: name))
            open += declarations.flatMap(\.owner.inherited)
        }
    }
}

/// Finds a `self` that a closure captures strongly.
final class SelfFinder: SyntaxVisitor {
    private var found = false
    private let isMember: (String) -> Bool

    private init(isMember: @escaping (String) -> Bool) {
        self.isMember = isMember
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns whether a closure captures `self`, by its name or by that of a member.
    static func find(in closure: ClosureExprSyntax, isMember: @escaping (String) -> Bool) -> Bool {
        let finder = SelfFinder(isMember: isMember)
        finder.walk(closure.statements)
        return finder.found
    }

    /// Returns whether a local function captures `self`.
    static func find(in function: FunctionDeclSyntax) -> Bool {
        let finder = SelfFinder { _ in false }
        if let body = function.body { finder.walk(body) }
        return finder.found
    }

    /// Skips a closure with a capture list of its own, which may capture `self` in another way.
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        node.signature?.capture == nil ? .visitChildren : .skipChildren
    }

    /// Skips the branches of `#if`: where they aren't compiled, they capture nothing.
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.baseName.text
        let isOfOther = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
        if !found, name == "self" || !isOfOther && isMember(name) { found = true }
        return .skipChildren
    }
}
