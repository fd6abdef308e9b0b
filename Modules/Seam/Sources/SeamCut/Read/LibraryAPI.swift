import SeamKit

extension CutRequest {
    /// Returns whether a declaration has to stay as it is, because code outside of the tree may use it, and nobody asked to change that.
    func isKept(_ decl: some AnyCodeNode, in file: ParsedFile) -> Bool {
        !options.changesAPI && index.isAPI(decl, in: file)
    }
}

extension CodeTree {
    /// Returns whether code outside of the tree may use a declaration: it is public in a library, and so are the types around it.
    func isAPI(_ decl: some AnyCodeNode, in file: ParsedFile) -> Bool {
        guard modules.isImportedOutside(file.path) else { return false }
        let around = file.owners(around: decl.offset).filter { $0.node != decl.plainNode }
        let words = decl.modifierList
        let isOfPublicExtension =
            around.last?.kind == .extension && around.last?.isPublic == true
            && !words.says("private", "fileprivate", "internal", "package")
        return (words.says("public", "open") || isOfPublicExtension)
            && around.allSatisfy { owner in
                owner.kind == .extension ? declaration(of: owner)?.owner.isPublic ?? true : owner.isPublic
            }
    }

    /// Returns the public declarations of libraries that changes take away, or that say something else after them.
    func apiChanges(by changes: [FileChange]) -> [APIChange] {
        changes.flatMap { change -> [APIChange] in
            guard modules.isImportedOutside(change.path), let old = file(change.path),
                let new = ParsedFile(path: change.path, bytes: change.result)
            else { return [] }
            return APIChange.all(in: api(of: old), after: api(of: new))
        }
    }

    private func api(of file: ParsedFile) -> [APIChange.Declaration] {
        (file.owners + [file.global]).flatMap { owner in
            owner.memberDecls.filter { isAPI($0, in: file) }.flatMap { decl -> [APIChange.Declaration] in
                let type = owner.kind == .file ? "" : owner.name
                let place = (file: file.path, line: file.line(of: decl.offset))
                if let property = decl.property {
                    return property.parts.map { part in
                        let text = part.type.map { ": \($0.line())" } ?? ""
                        return .init(type: type, name: part.written, signature: text, place: place)
                    }
                }
                let name = decl.function?.ownName ?? (decl.initializer == nil ? "" : "init")
                let parameters = decl.function?.parameterList.line() ?? decl.initializer?.parameterList.line()
                return parameters.map { [.init(type: type, name: name, signature: $0, place: place)] } ?? []
            }
        }
    }
}

extension CutPlan {
    /// Returns the plan with the public declarations that its changes take away or change.
    func listingAPI(_ index: CodeTree) -> CutPlan {
        var result = self
        result.api = index.apiChanges(by: changes)
        return result
    }
}

/// A public declaration of a library that a plan changes or takes away.
public struct APIChange: Sendable, Equatable {
    /// Path of the file.
    public var file: String
    /// Line, counted from 1.
    public var line: Int
    /// The declaration before: `Screen.init(store: Store = .shared)`.
    public var old: String
    /// The declaration after; nil if it goes.
    public var new: String?

    /// The change for people.
    var text: String { new.map { "\(old) becomes \($0)" } ?? "\(old) goes" }

    /// What other code says of a declaration, or has to know of it.
    struct Declaration {
        let type: String
        let name: String
        let signature: String
        let place: (file: String, line: Int)

        var text: String { (type.isEmpty ? "" : type + ".") + name + signature }
        var key: String { "\(type).\(name)" }
    }

    /// Returns the declarations that are no longer as they were. Of several with one name, the first is now the first new one.
    static func all(in old: [Declaration], after new: [Declaration]) -> [APIChange] {
        let (before, after) = (Set(old.map(\.text)), Set(new.map(\.text)))
        var left = Dictionary(grouping: new.filter { !before.contains($0.text) }, by: \.key)
        return old.filter { !after.contains($0.text) }.sorted { $0.place.line < $1.place.line }.map { decl in
            let next = left[decl.key, default: []].first
            if next != nil { left[decl.key]?.removeFirst() }
            return APIChange(file: decl.place.file, line: decl.place.line, old: decl.text, new: next?.text)
        }
    }
}
