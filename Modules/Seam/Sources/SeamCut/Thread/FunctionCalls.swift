import SeamKit
import SwiftSyntax

/// A function that takes an instance, or could take one: in a file, a type or an extension.
struct InstanceFunction {
    let decl: FunctionDeclSyntax
    let owner: OwnerDecl
    let file: ParsedFile

    /// What identifies it among the types and functions of a graph.
    var key: String { "\(file.path):\(decl.position.utf8Offset)" }

    /// The name for people: `open()`.
    var title: String { "\(name)()" }

    var name: String { decl.name.text.withoutBackticks }

    private var isStatic: Bool { decl.modifiers.says("static", "class") }

    /// Returns the name of the parameter in the body.
    static func name(of parameter: FunctionParameterSyntax) -> String {
        (parameter.secondName ?? parameter.firstName).text.withoutBackticks
    }

    /// The function as calls see it.
    var called: CalledInitializer { CalledInitializer(decl.signature.parameterClause, takes: true) }

    // MARK: What it can take

    /// Says why it can't require one more value, or a default less; nil if it can.
    func obstacle(_ index: TypeIndex) -> String? {
        let taker = FunctionTaker(index: index, owner: owner, file: file, function: decl)
        guard taker.canRequire, decl.body != nil else { return "other code says what \(title) takes" }
        let words = Set(decl.modifiers.map(\.name.text))
        let isFinal = owner.hasModifier("final") || !words.isDisjoint(with: ["final", "static", "private"])
        if !isFinal, owner.kind != .file, index.isInherited(owner.simpleName) {
            return "a subclass may override \(title)"
        }
        let scope =
            owner.kind == .file
            ? index.paths(saying: name).filter { index.module(ofFile: $0) == index.module(ofFile: file.path) }
                .compactMap { index.file($0) }.map { OwnerDecl(file: $0.tree.statements) }
            : index.declarations(of: owner.name).map(\.owner)
        let same = scope.flatMap(\.memberDecls).count { $0.as(FunctionDeclSyntax.self)?.name.text == decl.name.text }
        return same == 1 ? nil : "several functions are called \(name)"
    }

    // MARK: Calls

    /// What mentions it in a file: calls, and what may call it in a way that can't be edited.
    func mentions(in user: ParsedFile, _ index: TypeIndex) -> (calls: [FunctionCallExprSyntax], unclear: [Syntax]) {
        let (own, other) = (index.module(ofFile: file.path), index.module(ofFile: user.path))
        let isPrivate = decl.modifiers.says("private", "fileprivate")
        guard own == other || index.isSeen(own, from: other), !isPrivate || user.path == file.path else {
            return ([], [])
        }
        var (calls, unclear): ([FunctionCallExprSyntax], [Syntax]) = ([], [])
        for token in user.tokens(name) {
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self), reference.baseName.id == token.id
            else { continue }
            let member = reference.parent?.as(MemberAccessExprSyntax.self).flatMap {
                $0.declName.id == reference.id ? $0 : nil
            }
            let expression = member.map { Syntax($0) } ?? Syntax(reference)
            guard let isMeant = isMeant(by: reference, member, in: user, index) else {
                unclear.append(expression)
                continue
            }
            guard isMeant else { continue }
            if let call = expression.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == expression.id,
                reference.argumentNames == nil
            {
                calls.append(call)
            } else {
                unclear.append(expression)
            }
        }
        return (calls, unclear)
    }

    /// Returns whether a mention of the name means the function; nil if that isn't known.
    private func isMeant(
        by reference: DeclReferenceExprSyntax,
        _ member: MemberAccessExprSyntax?,
        in user: ParsedFile,
        _ index: TypeIndex
    ) -> Bool? {
        let above = Array(sequence(first: Syntax(reference), next: \.parent))
        let types = above.compactMap { user.owner($0) }
        guard let base = member?.base?.trimmedDescription else {
            // `.open()`: the type isn't written.
            if member != nil { return owner.kind == .file || !isStatic ? false : nil }
            let around = above.compactMap { DeclSyntax($0) }.last { user.owner(Syntax($0)) == nil && !isInType($0) }
            let inner = above.compactMap { DeclSyntax($0) }.first { $0.parent?.is(MemberBlockItemSyntax.self) == true }
            if let decl = inner ?? around, user.binds(name, in: decl) { return nil }
            let first = types.first { index.memberNames(of: $0.name).contains(name) }
            if owner.kind == .file { return first == nil }
            return first.map { $0.name == owner.name } ?? mayInherit(types.first, index)
        }
        if owner.kind == .file { return base == index.module(ofFile: file.path) }
        if ["self", "Self", "super"].contains(base) {
            return types.first?.name == owner.name ? true : mayInherit(types.first, index)
        }
        let last = base.lastName
        if isStatic { return last == owner.simpleName }
        if last.first?.isUppercase == true, index.type(last) != nil, !base.contains("(") { return false }
        // Nothing else in the tree has the name, so that the value has the function.
        return isOnlyOne(index) ? true : nil
    }

    /// Returns whether another type has the function from the owner; nil if that isn't known.
    private func mayInherit(_ type: OwnerDecl?, _ index: TypeIndex) -> Bool? {
        guard let type else { return false }
        if index.superclasses(of: type).contains(where: { $0.name == owner.name }) { return true }
        // Whatever the type inherits from elsewhere may be what the extension is of.
        guard index.type(owner.name)?.owner.kind ?? .protocol == .protocol else { return false }
        return isOnlyOne(index) ? true : nil
    }

    private func isInType(_ decl: DeclSyntax) -> Bool { decl.parent?.is(MemberBlockItemSyntax.self) == true }

    /// Whether no other member in the tree has the name.
    private func isOnlyOne(_ index: TypeIndex) -> Bool {
        let declared = index.paths(saying: name).compactMap { index.file($0) }.flatMap { $0.tokens(name) }.count {
            token in
            guard let parent = token.parent else { return false }
            return parent.is(FunctionDeclSyntax.self) || parent.is(IdentifierPatternSyntax.self)
                || parent.is(EnumCaseElementSyntax.self)
        }
        return declared == 1
    }
}

extension UseContext {
    /// The function whose body is around a place; nil in anything else.
    func function(in file: ParsedFile) -> InstanceFunction? {
        switch member {
        case .body, .staticMember: break
        case .initializer, .lazyValue, .value, .defaultArgument, .none: return nil
        }
        guard let owner, let decl = memberDecl?.as(FunctionDeclSyntax.self) else { return nil }
        return InstanceFunction(decl: decl, owner: owner, file: file)
    }
}

extension ParsedFile {
    fileprivate func owner(_ node: Syntax) -> OwnerDecl? {
        node.asProtocol((any DeclGroupSyntax).self).flatMap { _ in DeclSyntax(node).flatMap { owner($0) } }
    }
}
