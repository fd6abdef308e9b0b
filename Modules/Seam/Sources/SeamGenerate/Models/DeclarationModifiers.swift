import SeamKit

/// Adds modifiers to the declarations of a file: an access level to all that aren't private, and `nonisolated` to those that
/// stand in no other.
struct DeclarationModifiers {
    /// `package` or `public`; nil for none.
    let access: String?
    let isNonisolated: Bool

    /// Returns the text with the modifiers.
    func added(to text: String) -> String {
        guard access != nil || isNonisolated else { return text }
        var bytes = Array(text.utf8)
        let document = SwiftDocument(path: "", text: text)
        for (offset, words) in places(in: document.declarations.flattened, isOutermost: true).reversed() {
            bytes.insert(contentsOf: Array(words.utf8), at: offset)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the places where modifiers can stand, in order, with those that are added.
    private func places(in declarations: [Declaration], isOutermost: Bool) -> [(offset: Int, words: String)] {
        declarations.flatMap { declaration -> [(offset: Int, words: String)] in
            switch declaration.kind {
            case .enumCase, .associatedType, .import, .conditional, .deinitializer, .other: return []
            default: break
            }
            let isPrivate = declaration.access?.isPrivate == true
            var words = isOutermost && isNonisolated ? "nonisolated " : ""
            if let access, !isPrivate, declaration.kind != .extension { words += access + " " }
            let own = (declaration.modifiersOffset, words)
            // Requirements have the access of their protocol.
            if isPrivate || declaration.kind == .protocol { return [own] }
            return [own] + places(in: declaration.members.flattened, isOutermost: false)
        }
    }
}
