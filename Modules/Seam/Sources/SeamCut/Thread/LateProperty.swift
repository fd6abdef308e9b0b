import SeamKit

/// A stored optional, and a computed property that falls back to the accessor where that is nil.
struct LateProperty {
    /// The computed property's name.
    let name: String
    /// The stored property's name.
    let stored: String
    /// The type of the computed property: the instance's, or a protocol.
    let type: TypeStructure
    private let computedDecl: PropertyNode
    private let storedDecl: PropertyNode
    /// Whether an extension has the computed property. Other extensions may have one, too.
    private let isInExtension: Bool

    /// Reads the computed property around a fallback; nil if it isn't in this form.
    init?(_ context: UseContext, of owner: OwnerDecl, index: CodeTree) {
        guard let declared = index.declaration(of: owner)?.owner, [.class, .actor, .struct].contains(declared.kind),
            let computed = context.memberDecl?.property, let binding = computed.part, let name = binding.name,
            let parts = binding.onlyItem?.asExpression?.operandTexts, parts.count == 3, parts[1] == "??",
            let type = binding.type?.structure, let found = Self.storedDecl(parts[0], in: declared)
        else { return nil }
        isInExtension = owner.kind == .extension
        (self.name, stored, self.type) = (name, parts[0], type)
        (computedDecl, storedDecl) = (computed, found)
    }

    /// Whether code in other files can't read the computed property.
    var isPrivate: Bool { computedDecl.modifierList.says("private", "fileprivate") }

    /// Whether other code can set the stored property.
    var isSettable: Bool { storedDecl.settableName == stored }

    /// Returns whether all initializers take the optional, and nothing else reads it.
    ///
    /// - Parameter takers: those that take it.
    func isWhole(in takers: [Taker], of owner: OwnerDecl, index: CodeTree) -> Bool {
        let others = index.parts(of: owner).flatMap(\.owner.initializers).filter { !$0.isDelegating && !$0.endsProcess }
        // What other files read, too, stays.
        guard !isInExtension, storedDecl.modifierList.says("private"), others.count == takers.count else {
            return false
        }
        // The declaration and the fallback once each; in each initializer the left side of an assignment, and perhaps the right one
        // and the parameter.
        let mentions = owner.node.allTokens.count { $0.code == stored }
        return mentions == takers.reduce(2) { $0 + ($1.name == stored ? 3 : 1) }
    }

    /// The edits that make one property of the two.
    func edits(type: TypeStructure, isShared: Bool, in file: ParsedFile) -> [TextEdit] {
        guard let binding = storedDecl.parts.first, let annotation = binding.type else { return [] }
        let hidden = isShared ? storedDecl.modifierRange(of: "private") : nil
        return [
            hidden.map(file.removal(of:)), TextEdit(replacing: binding.nameNode, with: name),
            TextEdit(replacing: annotation, with: type.text), removal(of: computedDecl, in: file),
        ].compactMap(\.self)
    }

    /// Returns the assignment of the optional in an initializer; nil if it sets something else.
    func assignment(of parameter: String, in initializer: InitializerNode) -> ExpressionNode? {
        initializer.expressions.first {
            [["self.\(stored)", "=", parameter], [stored, "=", parameter]].contains($0.operandTexts)
        }
    }

    /// The edit that removes the computed property.
    func removal(in file: ParsedFile) -> TextEdit { removal(of: computedDecl, in: file) }

    /// Removes a declaration, with its line where it stands alone on it.
    private func removal(of decl: PropertyNode, in file: ParsedFile) -> TextEdit {
        var (start, end) = (decl.offset, decl.end)
        let indent = file.indent(of: start)
        let rest = file.bytes[end...].prefix { $0 != UInt8(ascii: "\n") }
        let isAlone = file.lineStart(of: start) + indent.utf8.count == start
        if isAlone, String(decoding: rest, as: UTF8.self).allSatisfy(\.isWhitespace),
            end + rest.count < file.bytes.count
        {
            start = file.lineStart(of: start)
            end += rest.count + 1
        }
        return file.removal(of: start..<end)
    }

    private static func storedDecl(_ name: String, in owner: OwnerDecl) -> PropertyNode? {
        owner.variables.first { variable in
            variable.part.map { $0.written == name && $0.type?.code.hasSuffix("?") == true && $0.value == nil } == true
        }
    }
}
