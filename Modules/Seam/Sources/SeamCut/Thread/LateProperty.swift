import SeamKit
import SwiftSyntax

/// A stored optional, and a computed property that falls back to the accessor where that is nil.
struct LateProperty {
    /// The computed property's name.
    let name: String
    /// The stored property's name.
    let stored: String
    /// The type of the computed property: the instance's, or a protocol.
    let type: String
    private let computedDecl: VariableDeclSyntax
    private let storedDecl: VariableDeclSyntax

    /// Reads the computed property around a fallback; nil if it isn't in this form.
    init?(_ context: UseContext, of owner: OwnerDecl) {
        guard [.class, .actor, .struct].contains(owner.kind),
            let computed = context.memberDecl?.as(VariableDeclSyntax.self),
            let binding = computed.bindings.first, computed.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1,
            let parts = items.first?.item.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
            parts.count == 3, parts[1] == "??", let type = binding.typeAnnotation?.type.trimmedDescription,
            let found = Self.storedDecl(parts[0], in: owner)
        else { return nil }
        (self.name, stored, self.type) = (name, parts[0], type)
        (computedDecl, storedDecl) = (computed, found)
    }

    /// Whether code in other files can't read the computed property.
    var isPrivate: Bool { computedDecl.modifiers.says("private", "fileprivate") }

    /// Whether other code can set the stored property.
    var isSettable: Bool { storedDecl.settableName == stored }

    /// Returns whether all initializers take the optional, and nothing else reads it.
    func isWhole(in count: Int, of owner: OwnerDecl, index: TypeIndex) -> Bool {
        let all = index.declarations(of: owner.name).filter { $0.owner.name == owner.name }.flatMap(\.owner.memberDecls)
        let initializers = all.compactMap { $0.as(InitializerDeclSyntax.self) }
        let others = initializers.filter { !$0.isDelegating && !$0.endsProcess }
        // What other files read, too, stays.
        guard storedDecl.modifiers.says("private"), others.count == count else {
            return false
        }
        // The declaration and the fallback once each; in each initializer the parameter, and both sides of an assignment.
        let mentions = owner.node.tokens(viewMode: .sourceAccurate).count { $0.text == stored }
        return mentions == 2 + 3 * count
    }

    /// The edits that make one property of the two.
    func edits(type: String, isShared: Bool, in file: ParsedFile) -> [TextEdit] {
        guard let binding = storedDecl.bindings.first, let annotation = binding.typeAnnotation?.type else { return [] }
        var edits: [TextEdit] = []
        if isShared, let modifier = storedDecl.modifiers.first(where: { $0.name.text == "private" }) {
            let start = modifier.positionAfterSkippingLeadingTrivia.utf8Offset
            edits.append(file.removal(from: start, to: modifier.endPosition.utf8Offset))
        }
        edits.append(TextEdit(replacing: binding.pattern, with: name))
        edits.append(TextEdit(replacing: annotation, with: type))
        edits.append(removal(of: computedDecl, in: file))
        return edits
    }

    /// Returns the assignment of the optional in an initializer; nil if it sets something else.
    func assignment(in initializer: InitializerDeclSyntax) -> ExprSyntax? {
        for statement in initializer.body?.statements ?? [] {
            guard let sequence = statement.item.as(SequenceExprSyntax.self) else { continue }
            if sequence.elements.map(\.trimmedDescription) == ["self.\(stored)", "=", stored] {
                return ExprSyntax(sequence)
            }
        }
        return nil
    }

    /// The edit that removes the computed property.
    func removal(in file: ParsedFile) -> TextEdit { removal(of: computedDecl, in: file) }

    /// Removes a declaration, with its line where it stands alone on it.
    private func removal(of decl: VariableDeclSyntax, in file: ParsedFile) -> TextEdit {
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
        return file.removal(from: start, to: end)
    }

    private static func storedDecl(_ name: String, in owner: OwnerDecl) -> VariableDeclSyntax? {
        owner.memberDecls.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first { variable in
            variable.bindings.count == 1 && variable.bindings.first?.pattern.trimmedDescription == name
                && variable.bindings.first?.typeAnnotation?.type.trimmedDescription.hasSuffix("?") == true
                && variable.bindings.first?.initializer == nil
        }
    }
}
