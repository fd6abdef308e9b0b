import SwiftSyntax

/// The initializers in a type's own declaration, which accept instances and store them.
struct Initializers {
    let owner: OwnerDecl
    let file: ParsedFile

    /// All initializers in the declaration.
    var own: [InitializerDeclSyntax] { owner.memberDecls.compactMap { $0.as(InitializerDeclSyntax.self) } }

    /// The initializers that set stored properties themselves, and don't call another one or end the process.
    private var designated: [InitializerDeclSyntax] { own.filter { !$0.isDelegating && !$0.endsProcess } }

    /// Returns those that can get a parameter; nil if one of the type's can't be edited as it would have to be.
    ///
    /// - Parameter areAll: whether each of them has to get it.
    func takers(areAll: Bool, index: TypeIndex) -> Set<SyntaxIdentifier>? {
        var takers: Set<SyntaxIdentifier> = []
        // What another initializer of the type needs, one that calls it doesn't have.
        if areAll, own.contains(where: { $0.isDelegating && !$0.endsProcess }) { return nil }
        for initializer in designated {
            guard initializer.body != nil else { return nil }
            if canTake(initializer, index) {
                guard file.edit(adding: [""], to: initializer.signature.parameterClause) != nil else { return nil }
                takers.insert(initializer.id)
            } else if areAll {
                return nil
            }
        }
        return takers
    }

    /// Returns whether a parameter can be added without changing what the initializer overrides or witnesses.
    func canTake(_ initializer: InitializerDeclSyntax, _ index: TypeIndex) -> Bool {
        let words = Set(initializer.modifiers.map(\.name.text))
        let isFixed =
            !words.isDisjoint(with: ["override", "required"]) || !initializer.attributes.isEmpty
            || file.saysItsName(initializer) || isForObjectiveC(initializer, index)
        let first = initializer.signature.parameterClause.parameters.first?.firstName.text
        return !isFixed && !["from", "coder", "rawValue"].contains(first ?? "")
    }

    /// Returns whether Objective-C may call an initializer by the name that its parameters make.
    private func isForObjectiveC(_ initializer: InitializerDeclSyntax, _ index: TypeIndex) -> Bool {
        let line = [owner] + index.superclasses(of: owner)
        // What a class shows of its members, its subclasses show of theirs.
        if line.contains(where: \.isForObjectiveC) { return true }
        // `[[A alloc] init]`, Interface Builder and classes by their names call `init`, which replaces that of `NSObject`
        // even if it isn't declared to override anything.
        return initializer.signature.parameterClause.parameters.isEmpty
            && line.contains { isBelowObjectiveC($0, index) }
    }

    /// Returns whether a class seems to inherit from one of Objective-C: `NSObject`, `UIView`.
    private func isBelowObjectiveC(_ owner: OwnerDecl, _ index: TypeIndex) -> Bool {
        guard owner.kind == .class, let name = owner.inherited.first, index.type(name) == nil else { return false }
        if ["Operation", "Thread", "Formatter", "ValueTransformer", "Progress"].contains(name) { return true }
        let isProtocol = ["Protocol", "Delegate", "DataSource"].contains { name.hasSuffix($0) }
        return !isProtocol && name.prefix { $0.isUppercase }.count > 2
    }

    /// Returns the edits that let the initializers take instances.
    func edits(_ injections: [Injection]) -> [TextEdit] {
        designated.flatMap { initializer -> [TextEdit] in
            guard let body = initializer.body else { return [] }
            let taken = injections.filter { $0.takers.contains(initializer.id) }
            let values = injections.map { injection in
                let isTaken = injection.takers.contains(initializer.id)
                return "self.\(injection.stored) = \(isTaken ? injection.stored : "nil")"
            }
            let clause = initializer.signature.parameterClause
            let parameters = taken.isEmpty ? nil : file.edit(adding: taken.compactMap(\.parameter), to: clause)
            return [parameters, assignment(in: body, values)].compactMap(\.self)
        }
    }

    /// Returns the lines of an initializer for a type that has none.
    func new(_ injections: [Injection]) -> [String] {
        let parameters = injections.compactMap(\.parameter)
        let head =
            parameters.count == 1
            ? ["init(\(parameters[0])) {"]
            : ["init("] + parameters.dropLast().map { "    \($0)," } + parameters.suffix(1).map { "    \($0)" } + [
                ") {"
            ]
        return head + injections.map { "    self.\($0.stored) = \($0.stored)" } + ["}"]
    }

    private func assignment(in body: CodeBlockSyntax, _ values: [String]) -> TextEdit {
        guard let first = body.statements.first else {
            let brace = body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
            return TextEdit(offset: brace, old: "", new: " \(values.joined(separator: "; ")) ")
        }
        let offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = file.indent(of: offset)
        let isOnOwnLine = file.lineStart(of: offset) + indent.utf8.count == offset
        let gap = isOnOwnLine ? file.newline + indent : "; "
        return TextEdit(offset: offset, old: "", new: values.map { $0 + gap }.joined())
    }
}

extension InitializerDeclSyntax {
    /// Whether it calls another initializer of `self`, or may have to.
    var isDelegating: Bool {
        modifiers.contains { $0.name.text == "convenience" }
            || body?.tokens(viewMode: .sourceAccurate).contains { token in
                token.text == "self" && token.nextToken(viewMode: .sourceAccurate)?.text == "."
                    && token.nextToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.text == "init"
            } == true
    }

    /// Whether it does nothing but end the process: `required init?(coder:) { fatalError() }`.
    var endsProcess: Bool {
        guard let body, body.statements.count == 1,
            let call = body.statements.first?.item.as(FunctionCallExprSyntax.self)
        else { return false }
        return ["fatalError", "preconditionFailure"].contains(call.calledExpression.trimmedDescription)
    }
}
