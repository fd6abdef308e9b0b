import SeamKit
import SwiftSyntax

/// Adds modifiers to the declarations of a file: an access level to all that aren't private, and `nonisolated` to those that
/// stand in no other.
struct DeclarationModifiers {
    /// `package` or `public`; nil for none.
    let access: String?
    let isNonisolated: Bool

    /// Returns the text with the modifiers.
    func added(to text: String) -> String {
        guard access != nil || isNonisolated else { return text }
        let places = Places(viewMode: .sourceAccurate)
        if let tree = SourceParser.tree(text) { places.walk(tree) }
        var bytes = Array(text.utf8)
        for place in places.found.reversed() {
            var words = place.isOutermost && isNonisolated ? "nonisolated " : ""
            if let access, place.takesAccess { words += access + " " }
            bytes.insert(contentsOf: Array(words.utf8), at: place.offset)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The places where modifiers can stand, in the order of the file.
private final class Places: SyntaxVisitor {
    struct Place {
        var offset: Int
        var takesAccess: Bool
        var isOutermost: Bool
    }

    private(set) var found: [Place] = []
    private var depth = 0

    private func note(
        _ node: some WithModifiersSyntax,
        _ keyword: TokenSyntax,
        takesAccess: Bool = true
    ) -> Bool {
        let isPrivate = node.modifiers.contains {
            ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
        }
        let token = node.modifiers.firstToken(viewMode: .sourceAccurate) ?? keyword
        let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
        found.append(Place(offset: offset, takesAccess: takesAccess && !isPrivate, isOutermost: depth == 0))
        return !isPrivate
    }

    private func open(
        _ node: some DeclGroupSyntax & WithModifiersSyntax,
        takesAccess: Bool = true
    ) -> SyntaxVisitorContinueKind {
        let isOpen = note(node, node.introducer, takesAccess: takesAccess)
        depth += 1
        return isOpen ? .visitChildren : .skipChildren
    }

    private func leaf(_ node: some WithModifiersSyntax, _ keyword: TokenSyntax) -> SyntaxVisitorContinueKind {
        _ = note(node, keyword)
        return .skipChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: StructDeclSyntax) { depth -= 1 }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: EnumDeclSyntax) { depth -= 1 }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { open(node) }
    override func visitPost(_ node: ClassDeclSyntax) { depth -= 1 }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { open(node, takesAccess: false) }
    override func visitPost(_ node: ExtensionDeclSyntax) { depth -= 1 }
    // Requirements have the access of their protocol.
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.protocolKeyword) }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.funcKeyword) }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.initKeyword) }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.subscriptKeyword) }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.bindingSpecifier) }
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.typealiasKeyword) }
}
