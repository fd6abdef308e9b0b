import SeamKit
import SwiftSyntax

/// Finds what may replace the instance that a static variable or a global has.
struct Replacement {
    let accessor: Singleton.Accessor
    /// The last name of the type around the variable; empty for a global.
    let type: String
    let index: TypeIndex

    /// Returns whether something of the tree, or code that uses it, may replace the instance.
    func isPossible(for variable: VariableDeclSyntax) -> Bool {
        let words = variable.modifiers
        let isVisible = words.contains { ["public", "open"].contains($0.name.text) && $0.detail == nil }
        let isKept = words.contains { $0.detail?.detail.text == "set" }
        // Code outside of the tree, or in Objective-C, may set what it sees.
        if isVisible, !isKept { return true }
        if index.sources.otherFiles.objectiveC.contains(where: { says($0, type.isEmpty ? accessor.name : type) }) {
            return true
        }
        return index.paths(saying: accessor.name).contains { path in
            guard let file = index.file(path) else { return true }
            return file.tokens(accessor.name).contains(where: isReplaced)
        }
    }

    private func says(_ path: String, _ word: String) -> Bool {
        index.bytes(path).map { WordSearch.contains(word, in: $0) } ?? true
    }

    /// Returns whether a mention of the name is one of the variable, and sets it or passes it to be set.
    private func isReplaced(_ token: TokenSyntax) -> Bool {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self), isOwn(reference) else { return false }
        let member = reference.parent?.as(MemberAccessExprSyntax.self)
        let isMember = member?.declName.id == reference.id
        let access = isMember ? member.map(Syntax.init) ?? Syntax(reference) : Syntax(reference)
        if token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .equal { return true }
        // `&shared`; a key path may be used to set.
        return access.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)?.tokenKind
            == .prefixAmpersand || sequence(first: access, next: \.parent).contains { $0.is(KeyPathExprSyntax.self) }
    }

    private func isOwn(_ reference: DeclReferenceExprSyntax) -> Bool {
        guard let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id else {
            return true
        }
        guard let base = member.base?.trimmedDescription else { return true }
        let last = base.lastName
        // Another name may stand for the type.
        return last == type || last.first?.isUppercase == false || last == "Self" || index.type(last) == nil
    }
}
