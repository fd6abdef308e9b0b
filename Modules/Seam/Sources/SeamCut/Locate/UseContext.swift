import SeamKit
import SwiftSyntax

/// The context of a use: its expression, and everything around it up to the type.
struct UseContext {
    /// The member that contains a use, from the inside out.
    enum Member {
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

    /// The expression for the instance: `X.shared`, `X.shared()` or the name of a global.
    var access: ExprSyntax
    var accessor: Singleton.Accessor
    /// Whether the type is omitted: `.shared`.
    var isImplicit: Bool {
        let callee = access.as(FunctionCallExprSyntax.self)?.calledExpression ?? access
        return callee.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
    }
    /// Whether the use is in a static member, or in a function of the file.
    var isStatic: Bool {
        if case .staticMember = member { true } else { false }
    }
    /// Whether the use is in a statement of the file, outside of its types and functions. A variable of the file is one.
    var isInStatement: Bool {
        if case .value = member { owner?.kind == .file } else { owner == nil }
    }
    /// Whether the use is in an accessor of the member, and not in its initial value.
    var isInAccessor: Bool { memberDecl.map(isInAccessor(of:)) ?? false }
    /// The closures around the use, the innermost first.
    var closures: [ClosureExprSyntax] = []
    var member = Member.none
    /// The declaration of the member around the use.
    var memberDecl: DeclSyntax?
    /// The type or extension around the use.
    var owner: OwnerDecl?
    var isConditional = false
    private var isConditionalInside = false
    /// Whether a closure or a local function is around the branch of `#if` that has the use.
    var isBranchInClosure = false
    var isInMacro = false
    var isAwaited = false
    var isAsyncLet = false
    var localFunctions: [FunctionDeclSyntax] = []

    /// Finds the expression of a use that accesses the singleton through its accessor; nil if it isn't there.
    init?(_ use: Use, of singleton: Singleton, in file: ParsedFile) {
        guard let offset = file.offset(line: use.line, column: use.column),
            let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)),
            token.positionAfterSkippingLeadingTrivia.utf8Offset == offset,
            let (access, accessor) = Self.access(from: token, of: singleton)
        else { return nil }
        self.access = access
        self.accessor = accessor
        climb(in: file)
    }

    /// Describes where an expression stands that isn't a use.
    init(around expression: ExprSyntax, accessor: Singleton.Accessor, in file: ParsedFile) {
        access = expression
        self.accessor = accessor
        climb(in: file)
    }

    /// The expression and what is read of it, without values: `Store.shared.log(_:)`, `f(store: Store.shared)`.
    var shape: String {
        let own = access.trimmedDescription.filter { !$0.isWhitespace }
        if let member = access.parent?.as(MemberAccessExprSyntax.self), member.base?.id == access.id {
            let text = "\(own).\(member.declName.baseName.text)"
            guard let call = member.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == member.id
            else { return text }
            let labels = call.arguments.map { ($0.label?.text ?? "_") + ":" }
            return "\(text)(\(labels.joined()))"
        }
        guard let argument = access.parent?.as(LabeledExprSyntax.self),
            let callee = argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledExpression
        else { return own }
        let name = Array(callee.tokens(viewMode: .sourceAccurate)).last { $0.tokenKind.isName }?.text ?? ""
        return "\(name)(\(argument.label.map { $0.text + ": " } ?? "")\(own))"
    }

    private static func access(
        from token: TokenSyntax,
        of singleton: Singleton
    ) -> (ExprSyntax, Singleton.Accessor)? {
        var node = token.parent
        while let current = node, current.firstToken(viewMode: .sourceAccurate)?.id == token.id {
            if let (name, base) = name(of: current),
                let accessor = singleton.accessors.first(where: { $0.name == name }),
                fits(base, of: singleton, isMember: current.is(MemberAccessExprSyntax.self))
            {
                guard accessor.isFunction else { return current.as(ExprSyntax.self).map { ($0, accessor) } }
                if let call = current.parent?.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
                    call.calledExpression.id == current.id, call.trailingClosure == nil
                {
                    return (ExprSyntax(call), accessor)
                }
            }
            node = current.parent
        }
        return nil
    }

    static func name(of node: Syntax) -> (String, ExprSyntax?)? {
        if let reference = node.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil {
            return (reference.baseName.text.withoutBackticks, nil)
        }
        guard let member = node.as(MemberAccessExprSyntax.self) else { return nil }
        return (member.declName.baseName.text.withoutBackticks, member.base)
    }

    /// Returns whether the text before the accessor is a plain name: a type's, or for a global at most a module's.
    static func fits(_ base: ExprSyntax?, of singleton: Singleton, isMember: Bool) -> Bool {
        let isGlobal = singleton.shape == .global || singleton.shape == .world
        guard let base else { return isGlobal != isMember }
        let text = base.trimmedDescription
        if isGlobal { return text == singleton.module }
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        return isPlain && text != "self" && text != "Self" && text.first?.isUppercase == true
    }

    /// Walks up to the type around the use.
    private mutating func climb(in file: ParsedFile) {
        var child = Syntax(access)
        while let parent = child.parent {
            if let closure = parent.as(ClosureExprSyntax.self) {
                // A captured value is read outside the closure.
                if closure.signature?.id != child.id {
                    closures.append(closure)
                    isBranchInClosure = isBranchInClosure || isConditional
                }
            } else if parent.is(IfConfigClauseSyntax.self) {
                isConditional = true
            } else if let macro = parent.as(MacroExpansionExprSyntax.self) {
                // Those of Swift Testing evaluate their arguments as they are.
                if !["expect", "require"].contains(macro.macroName.text) { isInMacro = true }
            } else if parent.is(MacroExpansionDeclSyntax.self)
                || parent.is(AttributeSyntax.self)
            {
                isInMacro = true
            } else if parent.is(AwaitExprSyntax.self), closures.isEmpty {
                isAwaited = true
            } else if parent.is(FunctionParameterSyntax.self) || parent.is(EnumCaseParameterSyntax.self) {
                member = .defaultArgument
            } else if let decl = parent.as(DeclSyntax.self) {
                if visit(decl, in: file) { return }
            }
            child = parent
        }
        guard let list = memberDecl?.parent?.parent?.as(CodeBlockItemListSyntax.self) else { return }
        (owner, isConditional) = (OwnerDecl(file: list), isConditionalInside)
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

    /// Records a declaration around the use. Returns whether the type is reached.
    private mutating func visit(_ decl: DeclSyntax, in file: ParsedFile) -> Bool {
        if decl.asProtocol((any DeclGroupSyntax).self) != nil {
            owner = file.owner(decl)
            return true
        }
        if decl.is(IfConfigDeclSyntax.self) { return false }
        let isMember = decl.parent?.is(MemberBlockItemSyntax.self) == true
        let isVariable = decl.is(VariableDeclSyntax.self)
        if isVariable || decl.is(FunctionDeclSyntax.self), Self.isInFile(decl) {
            (memberDecl, isConditionalInside) = (decl, isConditional)
            if case .none = member { member = isVariable && !isInAccessor(of: decl) ? .value : .staticMember }
            return false
        }
        if let variable = decl.as(VariableDeclSyntax.self), !isMember {
            if variable.modifiers.says("async") { isAsyncLet = true }
            return false
        }
        guard isMember else {
            if let function = decl.as(FunctionDeclSyntax.self) {
                localFunctions.append(function)
                isBranchInClosure = isBranchInClosure || isConditional
            }
            return false
        }
        memberDecl = decl
        if case .defaultArgument = member { return false }
        let modifiers = decl.modifierList
        if modifiers.says("static", "class") {
            member = .staticMember
        } else if let initializer = decl.as(InitializerDeclSyntax.self) {
            member = .initializer(initializer)
        } else if decl.is(VariableDeclSyntax.self) {
            if isInAccessor(of: decl) {
                member = .body
            } else {
                member = modifiers.says("lazy") ? .lazyValue : .value
            }
        } else if decl.is(EnumCaseDeclSyntax.self) {
            member = .value
        } else {
            member = .body
        }
        return false
    }

    private func isInAccessor(of decl: DeclSyntax) -> Bool {
        var node = Syntax(access)
        while let parent = node.parent, node.id != decl.id {
            if node.is(AccessorBlockSyntax.self), parent.parent?.parent?.id == decl.id { return true }
            node = parent
        }
        return false
    }

    /// Whether the member around the use is built by SwiftUI: `var body: some View`.
    var isInBuilder: Bool {
        let variable = memberDecl?.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
        let result = variable ?? memberDecl?.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
        guard let text = result?.trimmedDescription, text.hasPrefix("some ") else { return false }
        return ["View", "Scene", "Commands", "ToolbarContent"].contains { text.hasSuffix($0) }
    }

    /// Whether the use is in an expression that waits: what it calls may run on another actor.
    var waits: Bool {
        sequence(first: Syntax(access), next: \.parent).prefix { !$0.is(CodeBlockItemSyntax.self) }
            .contains { $0.is(AwaitExprSyntax.self) }
    }

    /// Returns whether the use runs on the actor of its caller.
    func runs(on isolation: Isolation, in file: ParsedFile, _ index: TypeIndex) -> Bool {
        guard let member = memberDecl, let part = owner, !member.is(DeinitializerDeclSyntax.self) else { return false }
        let reader = IsolationReader(index: index)
        for decl in [part.node, Syntax(member)] {
            if let explicit = reader.explicit(decl), explicit != isolation { return false }
        }
        let rule = ClosureRule(context: self, file: file)
        return localFunctions.isEmpty
            && closures.allSatisfy { rule.isInherited($0) || isInBuilder && !rule.isConcurrent($0) }
    }

    /// Returns whether the member around the use declares this name, such as for a parameter.
    func binds(_ name: String, in file: ParsedFile) -> Bool { memberDecl.map { file.binds(name, in: $0) } ?? false }

    /// The same for the body of the member alone, if that is an initializer, whose parameters are meant by their names.
    func binds(_ name: String, inBodyIn file: ParsedFile) -> Bool {
        guard case .initializer(let initializer) = member else { return binds(name, in: file) }
        return file.binds(name, in: DeclSyntax(initializer), within: initializer.body.map { Syntax($0) })
    }
}

extension TokenKind {
    fileprivate var isName: Bool { if case .identifier = self { true } else { false } }
}
