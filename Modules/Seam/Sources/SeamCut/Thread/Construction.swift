import SeamKit
import SwiftSyntax

/// A call that makes an instance of a type.
struct Construction {
    let file: ParsedFile
    let call: FunctionCallExprSyntax
    let isTest: Bool

    /// `path:line`, for messages.
    var place: String { "\(file.path):\(file.line(of: call.positionAfterSkippingLeadingTrivia.utf8Offset))" }

    /// Returns whether it makes something to look at while writing code: the app never runs it.
    func isPreview(in owner: OwnerDecl?) -> Bool {
        if let owner, owner.inherited.contains("PreviewProvider") { return true }
        return sequence(first: Syntax(call), next: \.parent).contains { node in
            let macro =
                node.as(MacroExpansionDeclSyntax.self)?.macroName ?? node.as(MacroExpansionExprSyntax.self)?.macroName
            return macro?.text == "Preview"
        }
    }

    /// What a call passes for a parameter, or where the argument is to go.
    enum Argument {
        /// The call passes this value already.
        case passed(ExprSyntax)
        /// The argument goes here; the text around it has `%` where the argument is to be.
        case insertion(offset: Int, text: String)
    }

    /// How the argument for a new parameter is passed; nil if the initializer that is called is unknown.
    ///
    /// - Parameters:
    ///   - label: the parameter's label.
    ///   - initializers: those of the type, each with the parameter or without it.
    func argument(labelled label: String, of initializers: [InitializerDeclSyntax]) -> Argument? {
        if let own = call.arguments.first(where: { $0.label?.text == label }) { return .passed(own.expression) }
        let labels = call.arguments.map { $0.label?.text ?? "_" }
        if initializers.isEmpty { return labels.isEmpty ? insertion(label, before: nil) : nil }
        var positions: Set<Int> = []
        for initializer in initializers {
            guard let position = position(of: label, among: labels, in: initializer) else { continue }
            positions.insert(position)
        }
        guard positions.count == 1, let position = positions.first else { return nil }
        return insertion(label, before: position < labels.count ? position : nil)
    }

    /// The position of the new argument among those of the call; nil if the call doesn't fit the initializer.
    private func position(of label: String, among labels: [String], in initializer: InitializerDeclSyntax) -> Int? {
        let parameters = Array(initializer.signature.parameterClause.parameters)
        if parameters.contains(where: { $0.ellipsis != nil }) { return nil }
        let isClosure = parameters.map { $0.type.trimmedDescription.contains("->") }
        var own = parameters.firstIndex { $0.firstName.text == label }
        let isNew = own == nil
        if isNew { own = isClosure.firstIndex(of: true) ?? parameters.count }
        guard let own else { return nil }
        var next = 0
        var result = labels.count
        for (number, argument) in labels.enumerated() {
            while next < parameters.count, parameters[next].firstName.text != argument {
                guard isOptional(parameters[next], isClosure: isClosure[next], isOwn: !isNew && next == own) else {
                    return nil
                }
                next += 1
            }
            guard next < parameters.count else { return nil }
            if next >= own, result == labels.count { result = number }
            next += 1
        }
        while next < parameters.count {
            guard isOptional(parameters[next], isClosure: isClosure[next], isOwn: !isNew && next == own) else {
                return nil
            }
            next += 1
        }
        return result
    }

    private func isOptional(_ parameter: FunctionParameterSyntax, isClosure: Bool, isOwn: Bool) -> Bool {
        isOwn || parameter.defaultValue != nil || isClosure && call.trailingClosure != nil
    }

    private func insertion(_ label: String, before position: Int?) -> Argument {
        guard call.leftParen != nil else {
            let end = call.calledExpression.endPositionBeforeTrailingTrivia.utf8Offset
            return .insertion(offset: end, text: "(\(label): %)")
        }
        let arguments = Array(call.arguments)
        if let position {
            let next = arguments[position]
            return .insertion(
                offset: next.positionAfterSkippingLeadingTrivia.utf8Offset,
                text: "\(label): %,\(gap(before: next))"
            )
        }
        guard let last = arguments.last else {
            let end = call.leftParen?.endPositionBeforeTrailingTrivia.utf8Offset ?? 0
            return .insertion(offset: end, text: "\(label): %")
        }
        // Behind a comma at the end of the list there is another.
        if let comma = last.trailingComma {
            let end = comma.endPositionBeforeTrailingTrivia.utf8Offset
            return .insertion(offset: end, text: "\(gap(before: last))\(label): %,")
        }
        return .insertion(
            offset: last.endPositionBeforeTrailingTrivia.utf8Offset,
            text: ",\(gap(before: last))\(label): %"
        )
    }

    /// What stands between two arguments: a line end where each has its own line.
    private func gap(before argument: LabeledExprSyntax) -> String {
        let offset = argument.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = file.indent(of: offset)
        return file.lineStart(of: offset) + indent.utf8.count == offset ? file.newline + indent : " "
    }
}

/// Finds the calls that make instances of a type, and what else may make some.
final class ConstructionFinder: SyntaxVisitor {
    private let name: String
    private let labels: [[String]]
    private let index: TypeIndex
    private(set) var calls: [FunctionCallExprSyntax] = []
    /// Mentions that may make an instance in a way that can't be edited.
    private(set) var unclear: [Syntax] = []

    /// Creates a finder for the type with this last name, whose initializers have these labels.
    init(_ name: String, labels: [[String]], index: TypeIndex) {
        self.name = name
        self.labels = labels
        self.index = index
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let text = node.baseName.text.trimmingBackticks
        if text == "Self" {
            note(ExprSyntax(node), isSelf: true)
        } else if text == name {
            let member = node.parent?.as(MemberAccessExprSyntax.self)
            let isMember = member?.declName.id == node.id
            note(isMember ? member.map { ExprSyntax($0) } ?? ExprSyntax(node) : ExprSyntax(node), isSelf: false)
        }
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.base == nil, node.declName.baseName.text == "init",
            let call = node.parent?.as(FunctionCallExprSyntax.self)
        {
            let type = Self.writtenType(of: call)
            if type == name {
                calls.append(call)
                return .visitChildren
            }
            // A name that isn't a type's may be another name for this type.
            if let type, index.type(type) != nil { return .visitChildren }
            let own = call.arguments.map { $0.label?.text ?? "_" }
            if labels.contains(where: { Self.isPart(own, of: $0) }) { unclear.append(Syntax(node)) }
        }
        return .visitChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        // Another name for the type may make some, too.
        let plain = OwnerDecl.plain(node.initializer.value)
        if plain == name || plain.hasSuffix("." + name) { unclear.append(Syntax(node)) }
        return .visitChildren
    }

    /// Returns the type that a declaration writes for the call that is its value: `let row: Row = .init()`.
    private static func writtenType(of call: FunctionCallExprSyntax) -> String? {
        guard let declaration = call.parent?.as(InitializerClauseSyntax.self)?.parent else { return nil }
        let annotation =
            declaration.as(PatternBindingSyntax.self)?.typeAnnotation?.type
            ?? declaration.as(FunctionParameterSyntax.self)?.type
        let plain = annotation?.as(IdentifierTypeSyntax.self)
        return plain?.genericArgumentClause == nil ? plain?.name.text : nil
    }

    private func note(_ expression: ExprSyntax, isSelf: Bool) {
        guard let parent = expression.parent else { return }
        var callee = expression
        if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == expression.id {
            // A static member, or the type itself as a value.
            guard member.declName.baseName.text == "init" else {
                if member.declName.baseName.text == "self", !isSelf { unclear.append(Syntax(member)) }
                return
            }
            callee = ExprSyntax(member)
        }
        if let call = callee.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == callee.id {
            if isSelf { unclear.append(Syntax(call)) } else { calls.append(call) }
        } else if !isSelf {
            unclear.append(Syntax(callee))
        }
    }

    private static func isPart(_ labels: [String], of all: [String]) -> Bool {
        var rest = all[...]
        for label in labels {
            guard let position = rest.firstIndex(of: label) else { return false }
            rest = rest[(position + 1)...]
        }
        return true
    }
}

extension TypeIndex {
    /// Says what may make an instance, outside of tests, that isn't the accessor's; nil if nothing does.
    ///
    /// - Parameter instance: the accessor, with the type that callers see: those of a protocol may be of other types.
    func otherInstance(than instance: InjectedType, of singleton: Singleton) -> String? {
        let reader = AccessorReader(index: self, singleton: singleton)
        guard case .success(let own) = reader.read(instance.accessor) else { return "its type isn't known" }
        let others = paths(saying: instance.typeName).filter { !isTest($0) }.flatMap { file($0)?.owners ?? [] }
            .filter { $0.inherited.contains(instance.typeName) && $0.kind != .protocol }
        for name in Set([own.typeName] + others.map(\.name)).sorted() {
            let accessor = name == own.typeName ? instance.accessor : nil
            if let place = construction(of: name, besides: accessor) { return "\(place) makes one" }
        }
        return nil
    }

    /// Returns the place of what may make an instance of a type, outside of tests and of an accessor's declaration.
    private func construction(of type: String, besides accessor: Singleton.Accessor?) -> String? {
        for (file, finder) in constructions(of: type) {
            let isOwn = file.path == accessor?.file
            let own = isOwn ? accessor.flatMap { file.offset(line: $0.line, column: $0.column) } : nil
            for made in finder.calls.map({ Syntax($0) }) + finder.unclear where !isDeclared(made, at: own) {
                return "\(file.path):\(file.line(of: made.positionAfterSkippingLeadingTrivia.utf8Offset))"
            }
        }
        return nil
    }

    /// Returns what makes instances of a type, in files outside of tests that name it.
    private func constructions(of type: String) -> [(file: ParsedFile, finder: ConstructionFinder)] {
        let labels = declarations(of: type).flatMap(\.owner.memberDecls).compactMap {
            $0.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.map(\.firstName.text)
        }
        let name = type.split(separator: ".").last.map(String.init) ?? type
        return paths(saying: name).compactMap { path in
            guard !isTest(path), let file = file(path) else { return nil }
            let finder = ConstructionFinder(name, labels: labels.isEmpty ? [[]] : labels, index: self)
            finder.walk(file.tree)
            return (file, finder)
        }
    }

    /// Returns whether a type has one instance at most, as far as the sources say: only the system makes it, or one call that runs
    /// once.
    ///
    /// - Parameter makers: types that this one makes, which may not make it.
    func isMadeOnce(_ type: OwnerDecl, besides makers: Set<String> = []) -> Bool {
        let found = constructions(of: type.name)
        // Where the type is only named, the system may make it.
        let isClear = found.flatMap(\.finder.unclear).allSatisfy { $0.trimmedDescription == type.simpleName + ".self" }
        let calls = found.flatMap(\.finder.calls)
        guard isClear, calls.count <= 1, !isInherited(type.simpleName), !makers.contains(type.name) else {
            return false
        }
        return calls.allSatisfy { runsOnce(Syntax($0), besides: makers.union([type.name])) }
    }

    private func runsOnce(_ call: Syntax, besides makers: Set<String>) -> Bool {
        for node in sequence(first: call, next: \.parent) {
            if node.is(ClosureExprSyntax.self) || node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
                || node.is(RepeatStmtSyntax.self) || node.is(AccessorBlockSyntax.self)
            {
                return false
            }
            if let function = node.as(FunctionDeclSyntax.self) {
                let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
                return function.name.text == "main" || labels.contains("didFinishLaunchingWithOptions")
            }
            guard let owner = OwnerDecl(node) else { continue }
            let property = sequence(first: call, next: \.parent).lazy.compactMap { $0.as(VariableDeclSyntax.self) }
                .first
            let isStatic = property?.modifiers.contains { $0.name.text == "static" } == true
            return isStatic || type(owner.name).map { isMadeOnce($0.owner, besides: makers) } == true
        }
        return true
    }

    /// Returns whether a node is in the declaration at an offset.
    private func isDeclared(_ node: Syntax, at offset: Int?) -> Bool {
        guard let offset else { return false }
        return sequence(first: node, next: \.parent).contains {
            $0.is(VariableDeclSyntax.self) && $0.range.contains(AbsolutePosition(utf8Offset: offset))
        }
    }
}
