import SeamKit
import SwiftSyntax

/// Objects that get their instance once they are made: what a storyboard makes takes nothing in its initializer.
extension MakerFinder {
    /// Finds the places that make such an object, or get one from a storyboard.
    mutating func findSettings(of caller: DefaultedCaller, _ node: ThreadNode) {
        let name = caller.owner.simpleName
        for path in index.paths(saying: name) {
            guard let file = index.file(path) else { continue }
            let finder = ConstructionFinder([name], [], in: file, index: index)
            let made = finder.calls.map { ExprSyntax($0) } + file.instantiations(of: name)
            if !made.isEmpty, let obstacle = obstacle(of: file) { return graph.fail(node.key, obstacle) }
            for made in made.sorted(by: { $0.position < $1.position }) {
                let construction = Construction(file: file, node: made, isTest: index.isTest(path))
                let argument =
                    Setting(made, as: name, in: file)?.argument(setting: caller.label)
                    ?? NamedObject(made, in: file).map { .naming($0, property: caller.label) }
                let refusal = MakerRefusal(
                    "nothing names what is made here, so that \(caller.label) can't be set",
                    "Give it a name first, and set \(caller.label): `let new = ...`."
                )
                let found = self.made(construction, node, argument, otherwise: refusal)
                graph.change(node.key) { $0.calls.append(found) }
            }
        }
    }
}

/// The place where a new object has a name, and its properties can be set.
private struct Setting {
    let file: ParsedFile
    /// The object's name, with `?` if it may be nil.
    let name: String
    /// The end of what comes before, or the start of what comes after.
    let offset: Int
    /// The start of the statement there.
    let start: Int
    /// Whether that comes after the place.
    let isBefore: Bool
    /// The statements that may set properties already.
    let rest: [CodeBlockItemSyntax]

    /// Finds the name that an expression of a type gets; nil if it gets none.
    init?(_ made: ExprSyntax, as type: String, in file: ParsedFile) {
        self.file = file
        if let sequence = made.as(SequenceExprSyntax.self) ?? made.parent?.parent?.as(SequenceExprSyntax.self),
            sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        {
            let isMade = sequence.id == made.id || sequence.elements.count == 3 && sequence.elements.last?.id == made.id
            guard isMade, let item = sequence.parent?.as(CodeBlockItemSyntax.self),
                let target = sequence.elements.first?.trimmedDescription,
                let written = Self.annotation(of: target, around: Syntax(sequence)), written.plainType == type
            else { return nil }
            name = target + (written == type ? "" : "?")
            (offset, isBefore) = (item.endPositionBeforeTrailingTrivia.utf8Offset, false)
            start = item.positionAfterSkippingLeadingTrivia.utf8Offset
            rest = Self.after(item)
            return
        }
        guard let clause = made.parent?.as(InitializerClauseSyntax.self), let binding = clause.parent else {
            return nil
        }
        if let pattern = binding.as(PatternBindingSyntax.self),
            let list = pattern.parent?.as(PatternBindingListSyntax.self),
            list.count == 1, let item = list.parent?.parent?.as(CodeBlockItemSyntax.self),
            let name = pattern.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        {
            let parts = made.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? []
            let isOptional = parts.contains {
                $0.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text == "?"
            }
            self.name = name + (isOptional ? "?" : "")
            (offset, isBefore) = (item.endPositionBeforeTrailingTrivia.utf8Offset, false)
            start = item.positionAfterSkippingLeadingTrivia.utf8Offset
            rest = Self.after(item)
            return
        }
        guard let condition = binding.as(OptionalBindingConditionSyntax.self),
            let name = condition.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let statement = condition.parent?.parent?.parent
        else { return nil }
        self.name = name
        if let check = statement.as(GuardStmtSyntax.self), let item = check.parent?.as(CodeBlockItemSyntax.self) {
            (offset, isBefore) = (item.endPositionBeforeTrailingTrivia.utf8Offset, false)
            start = item.positionAfterSkippingLeadingTrivia.utf8Offset
            rest = Self.after(item)
        } else if let check = statement.as(IfExprSyntax.self), let first = check.body.statements.first {
            (offset, isBefore) = (first.positionAfterSkippingLeadingTrivia.utf8Offset, true)
            start = offset
            rest = Array(check.body.statements)
        } else {
            return nil
        }
    }

    /// Returns the type that is written for a variable, or for a property of the type around it.
    private static func annotation(of target: String, around node: Syntax) -> String? {
        let name = target.hasPrefix("self.") ? String(target.dropFirst(5)) : target
        guard name.isPlainName else { return nil }
        func type(in bindings: [PatternBindingSyntax]) -> String? {
            bindings.first { $0.pattern.trimmedDescription == name }?.typeAnnotation?.type.trimmedDescription
        }
        if name == target {
            let lists = sequence(first: node, next: \.parent).compactMap { $0.as(CodeBlockItemListSyntax.self) }
            for item in lists.joined() {
                guard let local = item.item.as(VariableDeclSyntax.self),
                    local.bindings.contains(where: { $0.pattern.trimmedDescription == name })
                else { continue }
                return type(in: Array(local.bindings))
            }
        }
        let owner = sequence(first: node, next: \.parent).lazy.compactMap { OwnerDecl($0) }.first
        let properties = owner?.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) } ?? []
        return type(in: properties.flatMap { Array($0.bindings) })
    }

    private static func after(_ item: CodeBlockItemSyntax) -> [CodeBlockItemSyntax] {
        let all = item.parent?.as(CodeBlockItemListSyntax.self).map { Array($0) } ?? []
        return Array(all.drop { $0.id != item.id }.dropFirst())
    }

    /// Returns what the place sets a property to, or where it is to be set.
    func argument(setting property: String) -> Construction.Argument {
        let plain = name.trimmingMarks
        for item in rest {
            guard let parts = item.item.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count == 3,
                parts[1].is(AssignmentExprSyntax.self),
                ["\(plain).\(property)", "\(plain)?.\(property)"].contains(parts[0].trimmedDescription)
            else { continue }
            return .passed(parts[2])
        }
        let text = "\(name).\(property) = %"
        let line = file.newline + file.indent(of: start)
        // What stands on one line stays there.
        let isOnOwnLine = file.lineStart(of: start) + file.indent(of: start).utf8.count == start
        if !isOnOwnLine, !isBefore, file.bytes[offset - 1] == UInt8(ascii: ";") {
            return .insertion(offset: offset, text: " \(text);")
        }
        let gap = isOnOwnLine ? line : "; "
        return .insertion(offset: offset, text: isBefore ? text + gap : gap + text)
    }
}

extension ParsedFile {
    /// Returns the expressions that get an object of a type from a storyboard or a segue: `segue.destination as? Screen`.
    fileprivate func instantiations(of type: String) -> [ExprSyntax] {
        tokens(type).compactMap { token -> ExprSyntax? in
            guard let written = token.parent?.as(IdentifierTypeSyntax.self) else { return nil }
            if let cast = written.parent?.as(TypeExprSyntax.self), let list = cast.parent?.as(ExprListSyntax.self),
                list.count == 3 || list.count == 5 && list.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
                list.dropLast(2).last.map(Self.instantiates) == true
            {
                return list.parent?.as(ExprSyntax.self)
            }
            guard let annotation = written.parent?.as(TypeAnnotationSyntax.self),
                let value = annotation.parent?.as(PatternBindingSyntax.self)?.initializer?.value,
                Self.instantiates(value)
            else { return nil }
            return value
        }
    }

    private static func instantiates(_ value: ExprSyntax) -> Bool {
        if let member = value.as(MemberAccessExprSyntax.self) {
            return ["destination", "destinationController"].contains(member.declName.baseName.text)
        }
        guard let call = value.as(FunctionCallExprSyntax.self) else { return false }
        let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return name?.hasPrefix("instantiate") == true
    }
}

extension VariableDeclSyntax {
    /// The name of a variable that other code can set; nil for others.
    var settableName: String? {
        let words = ["private", "fileprivate", "static", "class", "lazy", "weak"]
        guard bindingSpecifier.text == "var", bindings.count == 1, let binding = bindings.first,
            binding.accessorBlock == nil, attributes.isEmpty,
            !modifiers.contains(where: { words.contains($0.name.text) })
        else { return nil }
        return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.withoutBackticks
    }
}

extension TypeIndex {
    /// Returns whether Interface Builder may make objects of a class, which is a part of a user interface.
    func isOfInterfaceBuilder(_ owner: OwnerDecl) -> Bool {
        if sources.isNamedByInterfaceBuilder(owner.simpleName) { return true }
        let foreign = ([owner] + superclasses(of: owner)).compactMap(\.inherited.first).filter { type($0) == nil }
        return foreign.contains { name in
            ["Controller", "View", "Window", "Cell", "Button", "Control"].contains { name.hasSuffix($0) }
        }
    }
}
