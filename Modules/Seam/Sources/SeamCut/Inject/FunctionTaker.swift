import SeamKit
import SwiftSyntax

/// Lets a static or free function accept an instance: a parameter that is nil by default, so that it reads the static property, or
/// that of the file.
///
/// Where one more parameter could change what the name of the function means, the function gets a forwarder: it stays without
/// the parameter, and calls one that requires it.
struct FunctionTaker {
    let index: TypeIndex
    /// The type or file that has the function.
    let owner: OwnerDecl
    let file: ParsedFile
    let function: FunctionDeclSyntax

    /// What the function is to take.
    struct Parameter {
        /// The name of the property, and the label.
        var property: String
        /// The type; an optional one without a value.
        var type: String
        /// Whether code of other modules can name the type, and the value.
        var isTypePublic: Bool
        /// The accessor, as the default; nil if it is read later, where nothing is passed.
        var value: String?

        /// The name in the function.
        var name: String { value == nil ? "passed" + property.prefix(1).uppercased() + property.dropFirst() : property }

        /// The parameter as it is declared, without its default.
        var text: String { value == nil ? "\(property) \(name): \(type)" : "\(property): \(type)" }
    }

    /// Returns the parameter of the function for the same instance; nil if it has none.
    func existing(_ parameter: Parameter) -> Parameter? {
        var late = parameter
        late.value = nil
        return [parameter, late].first { wanted in
            function.signature.parameterClause.parameters.contains { own in
                guard own.firstName.text == wanted.property, let value = own.defaultValue?.value.trimmedDescription
                else {
                    return false
                }
                return value == wanted.value ?? "nil" && (own.secondName ?? own.firstName).text == wanted.name
            }
        }
    }

    /// Returns whether the function can get the parameter.
    func canTake(_ parameter: Parameter) -> Bool {
        let type = owner.kind == .file ? owner : index.type(owner.name)?.owner
        guard isFitting, let type, type.kind != .protocol, !owner.isLocal,
            parameter.isTypePublic || !isPublic
        else { return false }
        let isFree = function.signature.parameterClause.parameters.allSatisfy {
            $0.firstName.text != parameter.property && $0.secondName?.text != parameter.property
        }
        let isUsed = parameter.value == nil && file.hasName(parameter.name, in: Syntax(function))
        return isFree && !isUsed && edits(adding: [parameter]) != nil
    }

    /// Whether nothing but calls says what the function takes, so that it can require one more value.
    var canRequire: Bool {
        let name = function.name.text
        let parts = index.declarations(of: owner.name).map(\.owner)
        return isFitting && !owner.isLocal && owner.kind != .protocol && !isPublic
            && !parts.contains(where: \.isForObjectiveC) && !isRequirement(name)
    }

    /// Returns the edits that give the function parameters; nil if it can have none.
    func edits(adding parameters: [Parameter]) -> [TextEdit]? {
        let value = index.value(of: function.name.text, in: owner)
        guard needsForwarder || value != .none else {
            let texts = parameters.map { "\($0.text) = \($0.value ?? "nil")" }
            return file.edit(adding: texts, to: function.signature.parameterClause).map { [$0] }
        }
        // A value would have two functions to be.
        return value == .untyped ? nil : forwarder(adding: parameters)
    }

    /// Returns whether parameters leave everything as it is that refers to the function by its name.
    private var isFitting: Bool {
        let words = Set(function.modifiers.map(\.name.text))
        let name = function.name.text
        let isOverridable = words.contains("class") && !owner.hasModifier("final")
        guard name.isPlainName, name != "main", !words.contains("override"),
            !isOverridable || !words.contains("open") && !index.isInherited(owner.simpleName),
            !file.saysItsName(function)
        else { return false }
        let harmless: Set<String> = ["discardableResult", "MainActor", "available"]
        guard harmless.isSuperset(of: function.attributes.names) else { return false }
        return function.signature.parameterClause.parameters.allSatisfy { parameter in
            parameter.ellipsis == nil && !parameter.type.trimmedDescription.contains("repeat ")
        }
    }

    /// The declaration or extension that has the function.
    private var part: OwnerDecl? {
        sequence(first: Syntax(function), next: \.parent).lazy.compactMap { OwnerDecl($0) }.first
    }

    private var isPublic: Bool {
        let words = ["public", "open", "package"]
        if function.modifiers.contains(where: { words.contains($0.name.text) }) { return true }
        let isNarrowed = function.modifiers.says("private", "fileprivate", "internal")
        return !isNarrowed && part?.kind == .extension && words.contains { part?.hasModifier($0) == true }
    }

    // MARK: What the name means

    /// Returns whether calls, requirements or other functions of the name might change their meaning.
    private var needsForwarder: Bool {
        let name = function.name.text
        // Branches of `#if` may each have the function.
        let same = Set(
            declarations.flatMap { part in
                part.memberDecls.compactMap { $0.as(FunctionDeclSyntax.self) }.filter { $0.name.text == name }
                    .map { part.conditions + $0.conditions + $0.signature.trimmedDescription }
            }
        )
        let parts = index.declarations(of: owner.name).map(\.owner)
        return same.count > 1 || owner.kind == .file && !hasParameterOfTree || parts.contains(where: \.isForObjectiveC)
            || isRequirement(name)
            || function.body.map { calls(name, in: $0) } == true
    }

    /// Whether each call passes a value of a type that the tree declares. No other module has such a function then, which would be
    /// preferred to one with a parameter that may be left out.
    private var hasParameterOfTree: Bool {
        function.signature.parameterClause.parameters.contains { parameter in
            parameter.defaultValue == nil && index.type(parameter.type.trimmedDescription) != nil
        }
    }

    /// Everything that may have another function that the name means.
    private var declarations: [OwnerDecl] {
        guard owner.kind == .file else {
            return ([owner] + index.superclasses(of: owner)).flatMap { index.declarations(of: $0.name) }.map(\.owner)
        }
        return index.paths(saying: function.name.text).compactMap {
            index.file($0).map { OwnerDecl(file: $0.tree.statements) }
        }
    }

    /// Returns whether a protocol may require a static function of the name.
    private func isRequirement(_ name: String) -> Bool {
        var seen: Set<String> = []
        var open = index.declarations(of: owner.name).flatMap(\.owner.inherited)
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let found = index.declarations(of: next)
            // What the sources don't have may require it.
            if found.isEmpty, IsolationReader.foreign(next) == .unknown { return true }
            let isProtocol = found.contains { $0.owner.kind == .protocol }
            if isProtocol, found.contains(where: { $0.owner.memberNames.contains(name) }) { return true }
            open += found.flatMap(\.owner.inherited)
        }
        return false
    }

    /// Returns whether the function calls itself: then the call would forget what was passed.
    private func calls(_ name: String, in body: CodeBlockSyntax) -> Bool {
        file.tokens(name, in: Syntax(body)).contains { token in
            guard token.text == name, let reference = token.parent?.as(DeclReferenceExprSyntax.self) else {
                return false
            }
            guard let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id
            else { return true }
            return ["self", "Self", owner.simpleName, owner.name].contains(member.base?.trimmedDescription)
        }
    }

    // MARK: The forwarder

    /// Returns the edits that make the function require the instance, and the function that calls it with nil.
    private func forwarder(adding added: [Parameter]) -> [TextEdit]? {
        let signature = function.signature
        let effects = signature.effectSpecifiers
        let parameters = signature.parameterClause.parameters
        guard let body = function.body, effects?.throwsClause?.throwsSpecifier.text != "rethrows",
            // What `some` hides would be the type of another function.
            signature.returnClause?.type.trimmedDescription.contains("some ") != true,
            let edit = file.edit(
                adding: added.map(\.text),
                to: signature.parameterClause
            )
        else { return nil }
        var arguments: [String] = []
        for parameter in parameters {
            let name = (parameter.secondName ?? parameter.firstName).text
            let text = parameter.type.trimmedDescription
            guard name != "_", !text.contains("@autoclosure") else { return nil }
            let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
            arguments.append(label + (text.hasPrefix("inout ") ? "&" : "") + name)
        }
        let position = CalledInitializer(signature.parameterClause, takes: true).place
        arguments.insert(contentsOf: added.map { "\($0.property): \($0.value ?? "nil")" }, at: position)
        let words =
            (effects?.throwsClause == nil ? "" : "try ") + (effects?.asyncSpecifier == nil ? "" : "await ")
        let start = function.positionAfterSkippingLeadingTrivia.utf8Offset
        let head = String(
            decoding: file.bytes[start..<body.positionAfterSkippingLeadingTrivia.utf8Offset],
            as: UTF8.self
        )
        let indent = file.newline + file.indent(of: start)
        // A parameter may have the function's name.
        let isHidden = parameters.contains { ($0.secondName ?? $0.firstName).text == function.name.text }
        guard !isHidden || owner.kind != .file else { return nil }
        let call = "\(words)\(isHidden ? "self." : "")\(function.name.text)(\(arguments.joined(separator: ", ")))"
        let text = "\(head){\(indent)    \(call)\(indent)}\(file.newline)\(indent)"
        return [TextEdit(offset: start, old: "", new: text), edit]
    }
}

extension OwnerDecl {
    /// What tells an extension's members from those of the same signature in another one.
    fileprivate var conditions: String {
        guard let type = node.as(ExtensionDeclSyntax.self), isConstrained else { return "" }
        return type.extendedType.trimmedDescription + (type.genericWhereClause?.trimmedDescription ?? "")
    }
}

extension FunctionDeclSyntax {
    fileprivate var conditions: String {
        (genericParameterClause?.trimmedDescription ?? "") + (genericWhereClause?.trimmedDescription ?? "")
    }
}

extension ParsedFile {
    /// Returns whether a function reads `#function`, which has the labels of the parameters.
    func saysItsName(_ function: some SyntaxProtocol) -> Bool {
        tokens("function", in: Syntax(function)).contains {
            $0.previousToken(viewMode: .sourceAccurate)?.text == "#"
        }
    }

    /// Returns the edits that add parameters, each on a line of its own where the line would be too long.
    func edits(adding parameters: [String], to clause: FunctionParameterClauseSyntax, _ layout: Layout) -> [TextEdit] {
        guard let edit = edit(adding: parameters, to: clause) else { return [] }
        let open = clause.leftParen.endPositionBeforeTrailingTrivia.utf8Offset
        let close = clause.rightParen.positionAfterSkippingLeadingTrivia.utf8Offset
        let start = lineStart(of: open)
        let line = String(decoding: bytes[start...].prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        let isLong = self.line(of: open) == self.line(of: close) && !layout.fits(line + edit.new)
        guard isLong else { return [edit] }
        let outer = newline + indent(of: open)
        let gap = outer + layout.indentation
        let added = edit.new.isEmpty ? [] : parameters
        let isBefore = clause.parameters.contains { $0.positionAfterSkippingLeadingTrivia.utf8Offset == edit.offset }
        var edits: [TextEdit] = []
        var previous = open
        for parameter in clause.parameters {
            let offset = parameter.positionAfterSkippingLeadingTrivia.utf8Offset
            let new =
                isBefore && offset == edit.offset ? gap + added.map { $0 + "," }.joined(separator: gap) + gap : gap
            edits.append(replacement(of: previous..<offset, with: new))
            previous = parameter.endPositionBeforeTrailingTrivia.utf8Offset
        }
        let rest = isBefore ? [] : added
        let isFirst = clause.parameters.isEmpty
        let tail = rest.enumerated().map { (isFirst && $0.offset == 0 ? gap : "," + gap) + $0.element }.joined() + outer
        return edits + [replacement(of: previous..<close, with: tail)]
    }

    private func replacement(of range: Range<Int>, with new: String) -> TextEdit {
        TextEdit(offset: range.lowerBound, old: String(decoding: bytes[range], as: UTF8.self), new: new)
    }

    /// Returns the edit that adds parameters; nil if there is no place for them.
    func edit(adding parameters: [String], to clause: FunctionParameterClauseSyntax) -> TextEdit? {
        guard let last = clause.parameters.last else {
            return TextEdit(
                offset: clause.leftParen.endPositionBeforeTrailingTrivia.utf8Offset,
                old: "",
                new: parameters.joined(separator: ", ")
            )
        }
        guard last.trailingComma == nil else { return nil }
        if let closure = clause.parameters.dropFirst(CalledInitializer(clause, takes: true).place).first {
            let offset = closure.positionAfterSkippingLeadingTrivia.utf8Offset
            let gap = gap(before: closure)
            return TextEdit(offset: offset, old: "", new: parameters.map { "\($0),\(gap)" }.joined())
        }
        let end = last.endPositionBeforeTrailingTrivia.utf8Offset
        let gap = gap(before: last)
        return TextEdit(offset: end, old: "", new: parameters.map { ",\(gap)\($0)" }.joined())
    }

    /// Returns the text between two parameters: a line end if each has its own line.
    private func gap(before parameter: FunctionParameterSyntax) -> String {
        let offset = parameter.positionAfterSkippingLeadingTrivia.utf8Offset
        let indent = indent(of: offset)
        return lineStart(of: offset) + indent.utf8.count == offset ? newline + indent : " "
    }
}
