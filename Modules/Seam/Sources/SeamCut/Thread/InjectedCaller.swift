import SeamKit
import SwiftSyntax

/// A caller as injecting leaves it: a stored optional, a computed property that falls back to the accessor, and an
/// initializer parameter that is nil by default.
struct InjectedCaller {
    let owner: OwnerDecl
    let file: ParsedFile
    /// The computed property's name.
    let property: String
    /// The stored property's name.
    let stored: String
    /// The accessor, as the computed property spells it.
    let fallback: String
    /// The type of the property: the instance's, or a protocol.
    let type: String
    private let computedDecl: VariableDeclSyntax
    private let storedDecl: VariableDeclSyntax
    private let parameters: [FunctionParameterSyntax]
    private let assignments: [ExprSyntax]

    /// Reads the caller around a fallback; nil if it isn't in the form that injecting writes, throughout.
    init?(_ context: UseContext, index: TypeIndex, in file: ParsedFile) {
        guard let owner = context.owner, [.class, .actor, .struct].contains(owner.kind),
            let computed = context.memberDecl?.as(VariableDeclSyntax.self),
            let binding = computed.bindings.first, computed.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1,
            let parts = items.first?.item.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
            parts.count == 3, parts[1] == "??", let type = binding.typeAnnotation?.type.trimmedDescription,
            let found = Self.storedDecl(parts[0], in: owner)
        else { return nil }
        (self.owner, self.file, property, stored, fallback) = (owner, file, name, parts[0], parts[2])
        (computedDecl, storedDecl, self.type) = (computed, found, type)
        var parameters: [FunctionParameterSyntax] = []
        var assignments: [ExprSyntax] = []
        let all = index.declarations(of: owner.name).filter { $0.owner.name == owner.name }.flatMap(\.owner.memberDecls)
        let initializers = all.compactMap { $0.as(InitializerDeclSyntax.self) }
        for initializer in initializers {
            let own = initializer.signature.parameterClause.parameters.first {
                $0.firstName.text == name && $0.secondName?.text == parts[0]
            }
            guard let own, own.defaultValue?.value.trimmedDescription == "nil",
                let assignment = Self.assignment(of: parts[0], in: initializer)
            else { return nil }
            parameters.append(own)
            assignments.append(assignment)
        }
        (self.parameters, self.assignments) = (parameters, assignments)
        // The declaration and the fallback once each; in each initializer the parameter, and both sides of an assignment.
        let mentions = owner.node.tokens(viewMode: .sourceAccurate).filter { $0.text == parts[0] }
        guard !initializers.isEmpty, mentions.count == 2 + 3 * initializers.count else { return nil }
    }

    /// The edits that let the caller take the instance, and nothing but the instance.
    func edits(type: String, isShared: Bool) -> [TextEdit] {
        var edits: [TextEdit] = []
        guard let binding = storedDecl.bindings.first, let annotation = binding.typeAnnotation?.type else { return [] }
        if isShared, let modifier = storedDecl.modifiers.first(where: { $0.name.text == "private" }) {
            let start = modifier.positionAfterSkippingLeadingTrivia.utf8Offset
            let end = modifier.endPosition.utf8Offset
            edits.append(
                TextEdit(offset: start, old: String(decoding: file.bytes[start..<end], as: UTF8.self), new: "")
            )
        }
        edits.append(replacement(of: binding.pattern, property))
        edits.append(replacement(of: annotation, type))
        edits.append(removal(of: computedDecl))
        for parameter in parameters {
            let start = parameter.firstName.positionAfterSkippingLeadingTrivia.utf8Offset
            let end = parameter.defaultValue?.endPositionBeforeTrailingTrivia.utf8Offset ?? start
            let old = String(decoding: file.bytes[start..<end], as: UTF8.self)
            edits.append(TextEdit(offset: start, old: old, new: "\(property): \(type)"))
        }
        for assignment in assignments { edits.append(replacement(of: assignment, "self.\(property) = \(property)")) }
        return edits
    }

    private func replacement(of node: some SyntaxProtocol, _ new: String) -> TextEdit {
        TextEdit(
            offset: node.positionAfterSkippingLeadingTrivia.utf8Offset,
            old: node.trimmedDescription,
            new: new
        )
    }

    /// Removes a declaration, with its line where it stands alone on it.
    private func removal(of decl: VariableDeclSyntax) -> TextEdit {
        var start = decl.positionAfterSkippingLeadingTrivia.utf8Offset
        var end = decl.endPositionBeforeTrailingTrivia.utf8Offset
        let indent = file.indent(of: start)
        let rest = file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }
        let isAlone = file.lineStart(of: start) + indent.utf8.count == start
        if isAlone, String(decoding: rest, as: UTF8.self).allSatisfy(\.isWhitespace),
            end + rest.count < file.bytes.count
        {
            start = file.lineStart(of: start)
            end += rest.count + 1
        }
        return TextEdit(offset: start, old: String(decoding: file.bytes[start..<end], as: UTF8.self), new: "")
    }

    private static func storedDecl(_ name: String, in owner: OwnerDecl) -> VariableDeclSyntax? {
        owner.memberDecls.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { variable in
            // What other files read, too, stays.
            variable.bindingSpecifier.text == "let" && variable.bindings.count == 1
                && variable.modifiers.contains { $0.name.text == "private" }
                && variable.bindings.first?.pattern.trimmedDescription == name
                && variable.bindings.first?.typeAnnotation?.type.trimmedDescription.hasSuffix("?") == true
                && variable.bindings.first?.initializer == nil
        }
    }

    private static func assignment(of name: String, in initializer: InitializerDeclSyntax) -> ExprSyntax? {
        for statement in initializer.body?.statements ?? [] {
            guard let sequence = statement.item.as(SequenceExprSyntax.self) else { continue }
            if sequence.elements.map(\.trimmedDescription) == ["self.\(name)", "=", name] {
                return ExprSyntax(sequence)
            }
        }
        return nil
    }
}
