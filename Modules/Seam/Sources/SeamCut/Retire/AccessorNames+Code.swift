import SeamKit
import SwiftSyntax

/// Names in Swift, in all branches of `#if`, in attributes and in macros.
extension AccessorNames {
    func code() -> [AccessorName] {
        index.paths(saying: accessor.name).flatMap { path -> [AccessorName] in
            guard let file = index.file(path), isVisible(from: file) else { return [] }
            return file.tokens(accessor.name).compactMap { token in
                text(of: token, in: file).map { name(token, in: file, $0) }
            }
        }
    }

    /// Returns how a token with the accessor's name names it; nil if it means something else, or the map has it.
    private func text(of token: TokenSyntax, in file: ParsedFile) -> String? {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return overriding(token, in: file) }
        if let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id {
            guard !isInMap(Syntax(member), in: file) else { return nil }
            guard let base = member.base else { return implicit(member, in: file) }
            return qualified(by: base, in: file)
        }
        let around = sequence(first: Syntax(reference), next: \.parent).prefix(5)
        if let path = around.compactMap({ $0.as(KeyPathExprSyntax.self) }).first { return keyPath(path) }
        return alone(reference, in: file)
    }

    /// `Type.shared`, `T.shared`, `type(of: x).shared`.
    private func qualified(by base: ExprSyntax, in file: ParsedFile) -> String? {
        let text = base.trimmedDescription
        if text.hasPrefix("type(of:") { return "`type(of:)` may be \(type)" }
        let parts = Self.words(text).filter { $0 != "self" && $0 != "Type" }
        guard let name = parts.last, let first = name.first else { return isOwn(base, in: file) }
        if text == "Self" || text == "self" { return isOwn(base, in: file) }
        if names.contains(name) {
            // Another type may have the name: its own accessor is in the map.
            return "it is named in a way that the map doesn't follow"
        }
        let alias = alias(of: name, around: Syntax(base), in: file)
        if let constraints = constraints(of: alias ?? name, around: Syntax(base)) {
            let isOurs = constraints.contains { names.contains($0) || inherited.contains($0) }
            return isOurs ? "\(name) may be \(type)" : nil
        }
        guard !first.isUppercase, isValue(base) else { return nil }
        let mayBeType = hasMetatypes || parts.count == 1 && isMetatype(name, in: file)
        return mayBeType ? "\(CodeText.line(base)) may be \(type)" : nil
    }

    /// Returns whether an expression is no name of a type, and makes no instance of one.
    private func isValue(_ base: ExprSyntax) -> Bool {
        let name = base.as(FunctionCallExprSyntax.self)?.calledExpression ?? base
        let last = name.as(MemberAccessExprSyntax.self)?.declName ?? name.as(DeclReferenceExprSyntax.self)
        return last?.baseName.text.first?.isUppercase != true
    }

    /// `Self.shared` in a protocol that the type has, or in a class around it.
    private func isOwn(_ base: ExprSyntax, in file: ParsedFile) -> String? {
        guard let owner = owner(around: Syntax(base), in: file),
            base.trimmedDescription == "Self" || isStatic(Syntax(base))
        else { return nil }
        let isOurs = names.contains(owner.simpleName) || inherited.contains(owner.simpleName)
        return isOurs ? "\(base.trimmedDescription) may be \(type)" : nil
    }

    private func isStatic(_ node: Syntax) -> Bool {
        sequence(first: node, next: \.parent).contains { node in
            guard !node.is(ClosureExprSyntax.self) else { return false }
            return node.modifierList.says("static", "class")
        }
    }

    private func owner(around node: Syntax, in file: ParsedFile) -> OwnerDecl? {
        file.owners.last { $0.node.range.contains(node.positionAfterSkippingLeadingTrivia) }
    }

    /// Returns what the type around calls by another name; nil if it doesn't.
    private func alias(of name: String, around node: Syntax, in file: ParsedFile) -> String? {
        guard let owner = owner(around: node, in: file) else { return nil }
        return index.exactParts(of: owner.name).lazy.flatMap(\.owner.memberDecls)
            .compactMap { $0.as(TypeAliasDeclSyntax.self) }.first { $0.name.text == name }?
            .initializer.value.trimmedDescription
    }

    /// Returns the words of what bounds a generic parameter or an associated type; nil if the name is none.
    private func constraints(of name: String, around node: Syntax) -> [String]? {
        var found: [String]?
        for around in sequence(first: node, next: \.parent) {
            if let clause = around.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause,
                let parameter = clause.parameters.first(where: { $0.name.text == name })
            {
                found = (found ?? []) + Self.words(parameter.inheritedType?.trimmedDescription ?? "")
                let conditions = around.asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
                found? += Self.words(conditions?.trimmedDescription ?? "")
            }
            let members = around.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? []
            for case let associated? in members.map({ $0.decl.as(AssociatedTypeDeclSyntax.self) })
            where associated.name.text == name {
                found = (found ?? []) + Self.words(associated.trimmedDescription)
            }
            guard let extended = around.as(ExtensionDeclSyntax.self) else { continue }
            let bounds = extended.genericWhereClause?.trimmedDescription ?? ""
            let isParameter = index.declarations(of: extended.extendedType.trimmedDescription.lastName).contains {
                ($0.owner.node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
                    .contains { $0.name.text == name } ?? false)
                    || $0.owner.memberNames.contains(name) && $0.owner.kind == .protocol
            }
            if isParameter || Self.words(bounds).contains(name) {
                let own = index.declarations(of: extended.extendedType.trimmedDescription.lastName).flatMap {
                    Self.words(
                        $0.owner.node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?
                            .trimmedDescription ?? ""
                    )
                        + $0.owner.memberDecls.compactMap { $0.as(AssociatedTypeDeclSyntax.self)?.trimmedDescription }
                        .flatMap(Self.words)
                }
                found = (found ?? []) + Self.words(bounds) + own
            }
        }
        return found
    }

    /// Whether the tree has the type as a value, which may then have any name or none: `[Store.self]`, `[Store.Type]`.
    func findMetatypes() -> Bool {
        names.contains { name in
            index.paths(saying: name).compactMap(index.file).flatMap { $0.tokens(name) }.contains { token in
                let member = token.parent?.parent?.as(MemberAccessExprSyntax.self)
                let isNamed = token.parent?.is(DeclReferenceExprSyntax.self) == true
                if isNamed, member?.declName.baseName.text == "self" {
                    return member?.parent?.is(MemberAccessExprSyntax.self) != true
                }
                return token.parent?.parent?.is(MetatypeTypeSyntax.self) == true
            }
        }
    }

    /// Returns whether a file gives a name to a type as a value.
    private func isMetatype(_ name: String, in file: ParsedFile) -> Bool {
        file.tokens(name).contains { token in
            if let parameter = token.parent?.as(FunctionParameterSyntax.self) {
                return parameter.type.trimmedDescription.contains(".Type")
            }
            if let parameter = token.parent?.as(ClosureShorthandParameterSyntax.self) {
                return parameter.name.id != token.id
            }
            guard let binding = token.parent?.parent?.as(PatternBindingSyntax.self) else { return false }
            let value = binding.initializer?.value.trimmedDescription ?? ""
            return binding.typeAnnotation?.trimmedDescription.contains(".Type") == true || value.hasSuffix(".self")
                || value.hasPrefix("type(of:") || value.contains(".Type")
        }
    }

    /// `.shared`, where the map doesn't know the type.
    private func implicit(_ member: MemberAccessExprSyntax, in file: ParsedFile) -> String? {
        let unknown = "the type of `.\(accessor.name)` isn't known here"
        for around in sequence(first: Syntax(member), next: \.parent) {
            // What stands on the other side says the type, and not what is around them.
            if let elements = around.as(SequenceExprSyntax.self)?.elements, elements.contains(where: \.isSide) {
                return unknown
            }
            // A pattern that isn't a case of an enum compares.
            if around.is(ExpressionPatternSyntax.self) { return isComparable ? unknown : nil }
            if let binding = around.as(PatternBindingSyntax.self), let type = binding.typeAnnotation?.type {
                return isPossible(type) ? unknown : nil
            }
            if let parameter = around.as(FunctionParameterSyntax.self) {
                return isPossible(parameter.type) ? unknown : nil
            }
            if let argument = around.as(LabeledExprSyntax.self),
                let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
            {
                return isOfTree(call.calledExpression, in: file) ? unknown : nil
            }
            if let function = around.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause.map { isPossible($0.type) } ?? true ? unknown : nil
            }
            if around.is(ClosureExprSyntax.self) || around.is(MemberBlockSyntax.self) { return unknown }
        }
        return unknown
    }

    /// Returns whether an annotation may be the type: it says a name of it, something that it conforms to, or a generic parameter.
    private func isPossible(_ type: TypeSyntax) -> Bool {
        Self.words(type.trimmedDescription).contains { word in
            names.contains(word) || inherited.contains(word) || constraints(of: word, around: Syntax(type)) != nil
        }
    }

    /// Returns whether the tree declares what is called: a parameter of something else has no type of the tree.
    private func isOfTree(_ called: ExprSyntax, in file: ParsedFile) -> Bool {
        guard let name = Self.words(called.trimmedDescription).last(where: { $0 != "init" }) else { return true }
        return index.paths(saying: name).compactMap(index.file).contains { file in
            file.tokens(name).contains { token in
                guard let parent = token.parent else { return false }
                return parent.asProtocol((any NamedDeclSyntax).self)?.name.id == token.id
                    || parent.is(EnumCaseElementSyntax.self) || parent.is(IdentifierPatternSyntax.self)
                    || parent.is(FunctionParameterSyntax.self)
            }
        }
    }

    /// `\Type.Type.shared`, and `\.shared` or `\Menu.kind.shared` where the type may be a value.
    private func keyPath(_ path: KeyPathExprSyntax) -> String? {
        let words = Self.words(path.trimmedDescription)
        guard words.contains("Type") else {
            let isOfRoot =
                path.root != nil
                && words.dropFirst(path.root.map { Self.words("\($0)").count } ?? 0).first == accessor.name
            return hasMetatypes && !isOfRoot ? "a key path may lead to it" : nil
        }
        let isOurs = words.contains { names.contains($0) || constraints(of: $0, around: Syntax(path)) != nil }
        return isOurs ? "a key path leads to it" : nil
    }

    /// `shared` in the type itself, in a subclass, or in a type within them.
    private func alone(_ reference: DeclReferenceExprSyntax, in file: ParsedFile) -> String? {
        let position = reference.positionAfterSkippingLeadingTrivia
        let owners = file.owners.filter { $0.node.range.contains(position) }
        let isOurs = owners.contains { owner in
            owner.name.split(separator: ".").contains { names.contains(String($0.prefix { $0 != "<" })) }
                || inherited.contains(owner.simpleName) && owner.kind != .class
        }
        guard isOurs else { return nil }
        // A local of the same name is nearer.
        let member = Array(sequence(first: Syntax(reference), next: \.parent)).last {
            $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self) || $0.is(AccessorBlockSyntax.self)
        }
        let isLocal = member.map { member in
            file.tokens(accessor.name, in: member).contains {
                $0.parent?.is(IdentifierPatternSyntax.self) == true
                    || $0.parent?.is(FunctionParameterSyntax.self) == true
            }
        }
        return isLocal == true ? nil : "it is named without its type"
    }

    /// `override class var shared` in a subclass.
    private func overriding(_ token: TokenSyntax, in file: ParsedFile) -> String? {
        let decl = sequence(first: token.parent, next: { $0?.parent }).prefix(4).compactMap { $0 }
            .first { $0.is(VariableDeclSyntax.self) || $0.is(FunctionDeclSyntax.self) }
        guard let decl, let owner = owner(around: decl, in: file), names.contains(owner.simpleName),
            decl.modifierList.says("override")
        else { return nil }
        return owner.simpleName == type ? nil : "\(owner.simpleName) overrides it"
    }
}

extension ExprSyntax {
    /// Whether this is an operator whose sides have one type, and that doesn't return it.
    fileprivate var isSide: Bool {
        let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
        return self.is(AssignmentExprSyntax.self) || ["==", "!=", "===", "!==", "~="].contains(name)
    }
}
