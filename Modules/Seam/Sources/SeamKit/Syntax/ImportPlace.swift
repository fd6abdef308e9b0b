import SwiftSyntax

/// The place of a new import among those of a file, in bytes of UTF-8.
package enum ImportPlace {
    /// On a line before the import that begins there.
    case before(Int)
    /// On a line behind the import that ends there.
    case behind(Int)
}

extension ParsedFile {
    /// Returns the place of an import of a module or of a name in it; nil if the file imports nothing.
    ///
    /// It is sorted in where the imports around it are sorted. Otherwise it is behind them, and behind those of names of its module. What
    /// is `@testable` stays last.
    ///
    /// - Parameter path: the module, with the name in it: `Shop.Store`.
    package func placeOfImport(of path: String) -> ImportPlace? {
        let all = tree.imports
        guard !all.isEmpty else { return nil }
        let isOfName = path.contains(".")
        let others = all.filter { !$0.isTestable }
        guard let end = others.last(where: { $0.isOfName == isOfName }) ?? others.last else {
            return .before(all[0].offset)
        }
        let module = String(path.prefix { $0 != "." })
        let beside = isOfName ? all.last { $0.isOfName && $0.module == module } : nil
        let group = group(of: beside ?? end, among: all)
        let names = group.map { $0.imported.lowercased() }
        guard zip(names, names.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            return .behind((beside ?? end).end)
        }
        if let next = zip(group, names).first(where: { $0.1 > path.lowercased() })?.0 { return .before(next.offset) }
        return .behind(group.last?.end ?? end.end)
    }

    /// Returns the imports that stand on lines next to each other with one of them.
    private func group(of one: ImportDeclSyntax, among all: [ImportDeclSyntax]) -> [ImportDeclSyntax] {
        let position = all.firstIndex { $0.id == one.id } ?? 0
        var group = [one]
        for previous in all[..<position].reversed() {
            guard previous.isLike(one), line(of: previous.end) + 1 == line(of: group[0].offset) else { break }
            group.insert(previous, at: 0)
        }
        for next in all[(position + 1)...] {
            guard next.isLike(one), line(of: group[group.count - 1].end) + 1 == line(of: next.offset) else {
                break
            }
            group.append(next)
        }
        return group
    }
}

extension ImportDeclSyntax {
    /// Whether both import modules, or both single names.
    fileprivate func isLike(_ other: ImportDeclSyntax) -> Bool { !isTestable && isOfName == other.isOfName }

    fileprivate var isTestable: Bool { attributes.names.contains("testable") }
}
