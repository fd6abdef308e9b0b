package import SwiftSyntax

/// Everything around an expression or a body, up to the type or the file.
package struct Surroundings: Sendable {
    /// The member that contains the expression, from the inside out.
    package enum Member: Sendable {
        /// A method, an accessor, a subscript or a deinitializer.
        case body
        /// An initializer's body.
        case initializer(InitializerDeclSyntax)
        /// The initial value of a lazy property.
        case lazyValue
        /// The initial value of a property.
        case value
        case defaultArgument
        case staticMember
        case none
    }

    private let expression: Syntax
    /// The closures around it, the innermost first.
    package private(set) var closures: [ClosureExprSyntax] = []
    package private(set) var member = Member.none
    /// The declaration of the member around it.
    package private(set) var memberDecl: DeclSyntax?
    /// The type or extension around it.
    package private(set) var type: DeclSyntax?
    /// The statements of the file, or of a branch of `#if` in it, that the member is one of; nil in a type.
    package private(set) var statements: CodeBlockItemListSyntax?
    package private(set) var isConditional = false
    /// Whether a closure or a local function is around the branch of `#if` that has it.
    package private(set) var isBranchInClosure = false
    package private(set) var isInMacro = false
    package private(set) var isAwaited = false
    package private(set) var isAsyncLet = false
    package private(set) var localFunctions: [FunctionDeclSyntax] = []

    package init(of expression: some SyntaxProtocol) {
        self.expression = Syntax(expression)
        var isConditionalInside = false
        var child = self.expression
        while let parent = child.parent {
            if let decl = parent.as(DeclSyntax.self), !parent.is(MacroExpansionDeclSyntax.self) {
                if decl.isType {
                    type = decl
                    return
                }
                visit(decl, isConditionalInside: &isConditionalInside)
            } else {
                enter(parent, from: child)
            }
            child = parent
        }
        guard let list = memberDecl?.parent?.parent?.as(CodeBlockItemListSyntax.self) else { return }
        (statements, isConditional) = (list, isConditionalInside)
    }

    /// Records what isn't a declaration.
    private mutating func enter(_ node: Syntax, from child: Syntax) {
        if let closure = node.as(ClosureExprSyntax.self) {
            // A captured value is read outside the closure.
            guard closure.signature?.id != child.id else { return }
            closures.append(closure)
            isBranchInClosure = isBranchInClosure || isConditional
        } else if node.is(IfConfigClauseSyntax.self) {
            isConditional = true
        } else if let macro = node.as(MacroExpansionExprSyntax.self) {
            // Those of Swift Testing evaluate their arguments as they are.
            if !["expect", "require"].contains(macro.macroName.text) { isInMacro = true }
        } else if node.is(MacroExpansionDeclSyntax.self) || node.is(AttributeSyntax.self) {
            isInMacro = true
        } else if node.is(AwaitExprSyntax.self), closures.isEmpty {
            isAwaited = true
        } else if node.is(FunctionParameterSyntax.self) || node.is(EnumCaseParameterSyntax.self) {
            member = .defaultArgument
        }
    }

    /// Returns whether a declaration belongs to the file, outside of types, functions and statements.
    private static func isInFile(_ decl: DeclSyntax) -> Bool {
        var node = Syntax(decl)
        while let item = node.parent, item.is(CodeBlockItemSyntax.self), let list = item.parent,
            let around = list.parent
        {
            if around.is(SourceFileSyntax.self) { return true }
            guard around.is(IfConfigClauseSyntax.self), let branches = around.parent?.parent else { return false }
            node = branches
        }
        return false
    }

    /// Records a declaration that isn't a type.
    private mutating func visit(_ decl: DeclSyntax, isConditionalInside: inout Bool) {
        if decl.is(IfConfigDeclSyntax.self) { return }
        let isMember = decl.parent?.is(MemberBlockItemSyntax.self) == true
        let isVariable = decl.property != nil
        if isVariable || decl.function != nil, Self.isInFile(decl) {
            (memberDecl, isConditionalInside) = (decl, isConditional)
            if case .none = member { member = isVariable && !isInAccessor(of: decl) ? .value : .staticMember }
            return
        }
        guard isMember else {
            if let variable = decl.property, variable.modifiers.says("async") { isAsyncLet = true }
            if let function = decl.function {
                localFunctions.append(function)
                isBranchInClosure = isBranchInClosure || isConditional
            }
            return
        }
        memberDecl = decl
        if case .defaultArgument = member { return }
        if decl.modifierList.says("static", "class") {
            member = .staticMember
        } else if let initializer = decl.initializer {
            member = .initializer(initializer)
        } else if isVariable, !isInAccessor(of: decl) {
            member = decl.modifierList.says("lazy") ? .lazyValue : .value
        } else {
            member = decl.is(EnumCaseDeclSyntax.self) ? .value : .body
        }
    }

    private func isInAccessor(of decl: DeclSyntax) -> Bool {
        var node = expression
        while let parent = node.parent, node.id != decl.id {
            if node.is(AccessorBlockSyntax.self), parent.parent?.parent?.id == decl.id { return true }
            node = parent
        }
        return false
    }

    /// Whether it is in an accessor of the member, and not in its initial value.
    package var isInAccessor: Bool { memberDecl.map(isInAccessor(of:)) ?? false }

    /// Whether it is in a function or an accessor, and in no initial value.
    package var isInBody: Bool { memberDecl?.function != nil || isInAccessor }

    /// Whether it is in a static member, or in a function of the file.
    package var isStatic: Bool { if case .staticMember = member { true } else { false } }

    /// Whether the member around it is built by SwiftUI: `var body: some View`.
    package var isInBuilder: Bool {
        guard case .opaque(let result)? = memberDecl?.resultType?.structure else { return false }
        return ["View", "Scene", "Commands", "ToolbarContent"].contains { result.text.hasSuffix($0) }
    }
}
