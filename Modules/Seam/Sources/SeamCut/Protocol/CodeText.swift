import SeamKit
import SwiftSyntax

/// The text of a part of a tree on one line, without comments.
enum CodeText {
    /// Returns the text, with other texts for some tokens.
    static func line(_ node: (some SyntaxProtocol)?, replacing: [SyntaxIdentifier: String] = [:]) -> String {
        guard let node else { return "" }
        var text = ""
        var gap = false
        for token in node.tokens(viewMode: .sourceAccurate) {
            if gap || isGap(token.leadingTrivia), !text.isEmpty, !text.hasSuffix("("), !text.hasSuffix("["),
                token.text != ")", token.text != "]", token.text != ","
            {
                text += " "
            }
            text += replacing[token.id] ?? token.text
            gap = isGap(token.trailingTrivia)
        }
        return text
    }

    private static func isGap(_ trivia: Trivia) -> Bool {
        trivia.contains { piece in
            switch piece {
            case .spaces, .tabs, .newlines, .carriageReturnLineFeeds, .carriageReturns, .blockComment, .lineComment:
                true
            default: false
            }
        }
    }
}

/// Writes the types of a declaration so that code outside of its type can read them.
struct TypeQualifier {
    let index: TypeIndex
    /// The types in which the names are looked up, from the inside out.
    let scopes: [String]
    /// The file that the names stand in.
    let file: ParsedFile
    /// The module in which the text is written; nil for the file's own.
    let target: String?

    /// Returns the texts for the names of types in `node` that have to be written in another way, or why the types can't be
    /// named.
    func names(in node: some SyntaxProtocol, except generic: Set<String>) -> Result<
        [SyntaxIdentifier: String], MemberRefusal
    > {
        var result: [SyntaxIdentifier: String] = [:]
        // The names that types are looked up by have none before them.
        for type in node.nodes(IdentifierTypeSyntax.self) where type.parent?.is(AttributeSyntax.self) != true {
            let token = type.name
            let name = token.text.withoutBackticks
            if name == "Self" { return .failure(MemberRefusal("it names Self")) }
            if generic.contains(name) { continue }
            if let full = nested(name) {
                guard full.isVisible else { return .failure(MemberRefusal("\(name) is private")) }
                result[token.id] = full.name
            } else if index.declarations(of: name).contains(where: { isPrivate($0.owner) && $0.file.path == file.path })
            {
                return .failure(MemberRefusal("\(name) is private"))
            }
            if let target, !isVisible(name, from: target) {
                return .failure(MemberRefusal("\(name) can't be seen from \(target)"))
            }
        }
        return .success(result)
    }

    /// Returns the full name of a type or alias that is declared in one of the scopes.
    private func nested(_ name: String) -> (name: String, isVisible: Bool)? {
        for scope in scopes {
            let full = "\(scope).\(name)"
            if let found = index.declarations(of: name).first(where: {
                $0.owner.kind != .extension && $0.owner.name == full
            }) {
                return (full, !isPrivate(found.owner))
            }
            for (_, part) in index.declarations(of: scope) where part.name == scope {
                for decl in part.memberDecls {
                    guard let alias = decl.as(TypeAliasDeclSyntax.self), alias.name.text == name else { continue }
                    return (full, !alias.modifiers.says("private", "fileprivate"))
                }
            }
        }
        return nil
    }

    private func isPrivate(_ owner: OwnerDecl) -> Bool {
        owner.isPrivate
    }

    /// Returns whether `target` sees a type: it declares it, or can import the module that does.
    private func isVisible(_ name: String, from target: String) -> Bool {
        let homes = index.homes(ofType: name)
        guard homes.isEmpty else {
            return homes.contains { $0.module == target || $0.isPublic && index.isSeen($0.module, from: target) }
        }
        let hidden = index.packages(importedIn: file).filter { !index.isSeen($0, from: target) }
        return hidden.isEmpty || ProtocolImports.standard.contains(name) || index.isSaid(name, without: hidden)
    }
}

/// Why a protocol can't have a member.
struct MemberRefusal: Error, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
}
