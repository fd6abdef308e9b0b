package import SwiftSyntax

/// The place where a new object has a name, and its properties can be set.
package struct NewName {
    /// The object's name, with `?` if it may be nil.
    package let name: String
    /// The end of what comes before, or the start of what comes after.
    package let offset: Int
    /// The start of the statement there.
    package let start: Int
    /// Whether that comes after the place.
    package let isBefore: Bool
    /// The statements that may set properties already.
    package let rest: [CodeBlockItemSyntax]
}

extension NewName {
    /// Finds the name that an expression of a type gets; nil if it gets none.
    package init?(of made: ExprSyntax, as type: String) {
        let sequence = made.as(SequenceExprSyntax.self) ?? made.operation
        if let sequence, sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true {
            let isMade = sequence.id == made.id || sequence.elements.count == 3 && sequence.elements.last?.id == made.id
            guard isMade, let item = sequence.parent?.as(CodeBlockItemSyntax.self),
                let target = sequence.elements.first?.code,
                let written = Self.type(of: target, around: sequence)?.structure,
                written.unmarked == TypeStructure(named: type)
            else { return nil }
            self.init(name: target + (written.wrapped == nil ? "" : "?"), behind: item)
            return
        }
        guard let binding = made.parent?.as(InitializerClauseSyntax.self)?.parent else { return nil }
        if let pattern = binding.as(PatternBindingSyntax.self), let variable = made.valued, variable.part != nil,
            let item = variable.parent?.as(CodeBlockItemSyntax.self), let name = pattern.name
        {
            let parts = made.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
            let isOptional = parts.contains {
                $0.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text == "?"
            }
            self.init(name: name + (isOptional ? "?" : ""), behind: item)
            return
        }
        guard let condition = binding.as(OptionalBindingConditionSyntax.self),
            let name = condition.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let statement = condition.parent?.parent?.parent
        else { return nil }
        if let item = statement.as(GuardStmtSyntax.self)?.parent?.as(CodeBlockItemSyntax.self) {
            self.init(name: name, behind: item)
        } else if let body = statement.as(IfExprSyntax.self)?.body, let first = body.list.first {
            self.init(name: name, offset: first.offset, start: first.offset, isBefore: true, rest: body.list)
        } else {
            return nil
        }
    }

    private init(name: String, behind item: CodeBlockItemSyntax) {
        self.init(name: name, offset: item.end, start: item.offset, isBefore: false, rest: item.following)
    }

    /// Returns the value that a statement there gives a property; nil if none does.
    package func value(of property: String) -> ExprSyntax? {
        let plain = name.trimmingMarks
        let names = ["\(plain).\(property)", "\(plain)?.\(property)"]
        return rest.lazy.compactMap(\.assignment).first { names.contains($0.target.code) }?.value
    }

    /// Returns the type that is written for a variable, or for a property of the type around it.
    private static func type(of target: String, around node: SequenceExprSyntax) -> TypeSyntax? {
        let name = target.hasPrefix("self.") ? String(target.dropFirst(5)) : target
        guard name.isPlainName else { return nil }
        if name == target {
            let lists = node.andAround.compactMap { $0.as(CodeBlockItemListSyntax.self) }
            let locals = lists.joined().lazy.compactMap { $0.item.as(VariableDeclSyntax.self)?.bindings }
            if let local = locals.compactMap({ $0.first { $0.written == name } }).first { return local.type }
        }
        return node.typeOfProperty(named: name)
    }
}

extension SyntaxProtocol {
    /// Returns the type that the type around it says for a property.
    func typeOfProperty(named name: String) -> TypeSyntax? {
        let owner = andAround.lazy.compactMap { OwnerDecl($0, path: "") }.first
        return owner?.variables.flatMap(\.parts).first { $0.written == name }?.type
    }
}

extension TokenSyntax {
    /// The value of the type that it is the name of, and where that comes from, if it is cast to the type, or written with it:
    /// `segue.destination as? Screen`, `let screen: Screen = make()`; nil in another place.
    package var typed: (value: ExprSyntax, source: ExprSyntax)? {
        guard let written = parent?.as(IdentifierTypeSyntax.self) else { return nil }
        if let cast = written.parent?.as(TypeExprSyntax.self), let list = cast.parent?.as(ExprListSyntax.self),
            list.count == 3 || list.count == 5 && list.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
            let source = list.dropLast(2).last, let value = list.parent?.as(ExprSyntax.self)
        {
            return (value, source)
        }
        let binding = written.parent?.as(TypeAnnotationSyntax.self)?.parent?.as(PatternBindingSyntax.self)
        return binding?.value.map { ($0, $0) }
    }
}
