package import SwiftSyntax

// What is asked about properties and variables.
extension VariableDeclSyntax {
    /// The names that it declares, each with what belongs to it.
    package var parts: [PatternBindingSyntax] { Array(bindings) }
    /// The only name; nil if it declares several.
    package var part: PatternBindingSyntax? { bindings.count == 1 ? bindings.first : nil }

    /// `let` or `var`.
    package var keyword: TokenSyntax { bindingSpecifier }
    package var isLet: Bool { bindingSpecifier.text == "let" }

    /// Whether only its file or its type sees it, also to read it.
    package var isPrivate: Bool { modifiers.has("private", "fileprivate") }

    /// Whether an instance has it, and not the type.
    package var isOfInstance: Bool { !modifiers.says("static", "class") }

    /// The closure that computes its value, `{ ... }()`, with the place behind it that calls it; nil for another value.
    package var computingClosure: (body: ClosureExprSyntax, call: Range<Int>)? {
        guard bindings.count == 1, let call = bindings.first?.initializer?.value.as(FunctionCallExprSyntax.self),
            let closure = call.calledExpression.as(ClosureExprSyntax.self), closure.signature == nil,
            call.arguments.isEmpty, call.trailingClosure == nil
        else { return nil }
        return (
            closure,
            closure.endPositionBeforeTrailingTrivia.utf8Offset..<call.endPositionBeforeTrailingTrivia.utf8Offset
        )
    }

    /// Whether instances store it.
    package var isStoredInInstances: Bool {
        !modifiers.says("static", "class", "lazy") && bindings.contains(where: \.isStored)
    }

    /// The stored properties without an initial value that it declares, by their names. An optional variable begins with `nil`.
    package var uninitializedNames: [String] {
        guard !modifiers.says("static", "class", "lazy") else { return [] }
        let mayBeNil = !isLet && attributes.isEmpty
        return bindings.lazy.filter { binding in
            let isNil = mayBeNil && binding.typeAnnotation?.type.code.last.map { "?!".contains($0) } == true
            return binding.initializer == nil && binding.isStored && !isNil
        }.flatMap {
            $0.written.split { " (),".contains($0) }.map(String.init)
        }
    }

    /// Whether its setter has an access level of its own.
    package var hasSetterAccess: Bool { modifiers.contains { $0.detail?.detail.text == "set" } }

    /// The place of the value with its equals sign, in bytes of UTF-8, if it declares one name; nil without a value.
    package var valueRange: Range<Int>? {
        bindings.first?.emptied(as: "")?.range
    }

    /// The word by which only its file or its type sees it, up to what follows, in bytes of UTF-8; nil without one.
    package var privateRange: Range<Int>? {
        let word = modifiers.first { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }
        return word.map { $0.offset..<$0.endPosition.utf8Offset }
    }

    /// The name of a variable that other code can set; nil for others.
    package var settableName: String? {
        guard !isLet, let part, part.isPlain, attributes.isEmpty,
            !modifiers.says("private", "fileprivate", "static", "class", "weak")
        else { return nil }
        return part.name?.withoutBackticks
    }

    /// Whether a wrapper has its value already: one with arguments, or of the environment.
    package var hasWrappedValue: Bool {
        attributes.compactMap { $0.as(AttributeSyntax.self) }.contains {
            $0.arguments != nil || $0.attributeName.code.hasPrefix("Environment")
        }
    }

    /// The type of the object that it takes from the environment of a view: `@Environment(Store.self)`; nil if it takes none.
    package var environmentType: String? {
        let attributes = attributes.compactMap { $0.as(AttributeSyntax.self) }
        let argument = attributes.first { $0.attributeName.code == "Environment" }?.arguments?.trimmedDescription
        return argument?.hasSuffix(".self") == true ? argument.map { String($0.dropLast(5)) } : nil
    }

    /// The place of its only name, in bytes of UTF-8; nil for a tuple, or for several.
    package var nameOffset: Int? { part?.name == nil ? nil : part?.pattern.offset }

    /// Returns the only attribute without arguments, if that is one of these.
    package func onlyAttribute(among names: Set<String>) -> String? {
        guard attributes.count == 1, let attribute = attributes.first?.as(AttributeSyntax.self),
            attribute.arguments == nil, names.contains(attribute.attributeName.code)
        else { return nil }
        return attribute.attributeName.code
    }
}

extension PatternBindingSyntax {
    /// The name, or the tuple, as it is written.
    package var written: String { pattern.code }
    /// The name as it is written; nil for a tuple.
    package var name: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    package var type: TypeSyntax? { typeAnnotation?.type }
    package var value: ExprSyntax? { initializer?.value }
    /// The place of the value with its equals sign, in bytes of UTF-8, and the type that has to stand there; nil without a value.
    package func emptied(as type: String) -> (range: Range<Int>, annotation: String)? {
        initializer.map {
            ((typeAnnotation?.end ?? pattern.end)..<$0.end, typeAnnotation == nil ? ": \(type)" : "")
        }
    }

    package var nameNode: PatternSyntax { pattern }

    /// The statement that its body consists of; nil if nothing computes it, or more.
    package var onlyItem: Syntax? {
        guard case .getter(let items)? = accessorBlock?.accessors, items.count == 1 else { return nil }
        return items.first.map { Syntax($0.item) }
    }

    /// The expression, or another statement, that its body consists of; nil if nothing computes it, or more.
    package var computed: Syntax? {
        onlyItem.map { $0.as(ReturnStmtSyntax.self)?.expression.map { Syntax($0) } ?? $0 }
    }

    /// The expression that its body returns, if that does nothing else but declare types for it; nil otherwise.
    package var returned: ExprSyntax? {
        guard case .getter(let items)? = accessorBlock?.accessors, let last = items.last,
            items.dropLast().allSatisfy({ [.structDecl, .enumDecl, .classDecl].contains($0.item.kind) })
        else { return nil }
        return last.item.as(ExprSyntax.self) ?? last.item.as(ReturnStmtSyntax.self)?.expression
    }

    /// Whether it is nothing but a place for a value: nothing computes or observes it.
    package var isPlain: Bool { accessorBlock == nil }

    /// The words of its accessors; nil without a block of them, or if that is a body without the word `get`.
    private var accessors: AccessorDeclListSyntax? {
        if case .accessors(let list)? = accessorBlock?.accessors { list } else { nil }
    }

    /// Whether a body computes it.
    package var isComputed: Bool {
        guard let accessors else { return accessorBlock != nil }
        return accessors.contains { ["get", "_read"].contains($0.accessorSpecifier.text) }
    }

    /// Whether it is computed, and nothing sets it.
    package var isGetOnly: Bool { isComputed && accessors?.count ?? 1 == 1 }
    package var hasEffects: Bool { accessors?.contains { $0.effectSpecifiers != nil } == true }

    /// Whether it is stored, perhaps with observers.
    package var isStored: Bool {
        accessorBlock == nil
            || accessors?.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) } == true
    }
}
