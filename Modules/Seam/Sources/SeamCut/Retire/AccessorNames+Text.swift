import Foundation
import SeamKit
import SwiftSyntax

/// Names in strings, and in what is no Swift.
extension AccessorNames {
    /// What the runtime finds by a string, if Objective-C can see the type.
    func strings() -> [AccessorName] {
        guard let foreign else { return [] }
        let wanted = foreign.accessors[accessor.name] ?? [accessor.name]
        let lookups = [
            "forKey", "forKeyPath", "keyPath", "Selector", "NSSelectorFromString", "perform", "NSClassFromString",
            "objc_getClass", "NSExpression", "NSPredicate",
        ]
        let paths = Set((wanted.sorted() + [type, foreign.type]).flatMap { index.paths(saying: $0) }).sorted()
        return paths.flatMap { path -> [AccessorName] in
            guard let file = index.file(path), lookups.contains(where: { WordSearch.contains($0, in: file.bytes) })
            else { return [] }
            return file.tree.tokens(viewMode: .sourceAccurate).compactMap { token in
                guard case .stringSegment(let text) = token.tokenKind else { return nil }
                let last = text.split(separator: ".").last.map(String.init) ?? ""
                if wanted.contains(last) { return name(token, in: file, "the runtime may find it by this string") }
                guard last == foreign.type || last == type else { return nil }
                return name(token, in: file, "the runtime may find \(type) by this string")
            }
        }
    }

    /// Strings and selectors in Objective-C. What it calls directly is in the map.
    func objectiveC() -> [AccessorName] {
        guard let foreign else { return [] }
        let wanted = foreign.accessors[accessor.name] ?? [accessor.name]
        return index.sources.otherFiles.objectiveC.flatMap { path -> [AccessorName] in
            guard let bytes = index.bytes(path),
                WordSearch.contains(foreign.type, in: bytes) || WordSearch.contains(type, in: bytes)
            else { return [] }
            let tokens = bytes.withUnsafeBufferPointer { ObjectiveCTokens($0) }
            return tokens.tokens.indices.compactMap { position in
                let line = tokens.tokens[position].line
                if case .text(let text) = tokens.tokens[position].kind {
                    let last = text.split(separator: ".").last.map(String.init) ?? ""
                    guard wanted.contains(last) || last == foreign.type || last == type else { return nil }
                    return AccessorName(file: path, line: line, text: "the runtime may find it by this string")
                }
                guard tokens.word(position) == "selector", tokens.isMark("@", position - 1),
                    let selector = tokens.word(position + 2), wanted.contains(selector)
                else { return nil }
                return AccessorName(file: path, line: line, text: "a selector may be it")
            }
        }
    }

    /// Interface Builder and property lists, which name classes and their attributes.
    func resources() -> [AccessorName] {
        let classes = Set([type, foreign?.type ?? type])
        return index.sources.otherFiles.resources.flatMap { path -> [AccessorName] in
            lines(of: path, saying: classes.sorted()).compactMap { number, line in
                let isNamed = classes.contains { name in
                    [
                        "customClass=\"\(name)\"", ">\(name)</string>", ".\(name)</string>", "= \(name);",
                        "= \"\(name)\";",
                        ".\(name)\";",
                    ].contains { line.contains($0) }
                }
                return isNamed ? AccessorName(file: path, line: number, text: "\(type) is named here") : nil
            }
        }
    }

    /// Files of the tree that say the accessor's name and that weren't read whole.
    func unread() -> [AccessorName] {
        var found: [AccessorName] = []
        for problem in map.problems {
            switch problem.kind {
            case .manifest: continue
            case .syntax:
                guard let bytes = index.bytes(problem.path), WordSearch.contains(accessor.name, in: bytes) else {
                    continue
                }
            default: break
            }
            let text = "\(problem.message), so it isn't known what it names"
            found.append(AccessorName(file: problem.path, line: max(1, problem.line), text: text))
        }
        for path in index.sources.otherFiles.unread(map.skipped) {
            for (number, _) in lines(of: path, saying: [type]).prefix(1)
            where index.bytes(path).map({ WordSearch.contains(accessor.name, in: $0) }) == true {
                found.append(
                    AccessorName(file: path, line: number, text: "the map leaves this file out, and it may name it")
                )
            }
        }
        return found
    }

    /// Documentation that shows the accessor.
    func documents() -> [AccessorName] {
        index.sources.otherFiles.documents.flatMap { path -> [AccessorName] in
            lines(of: path, saying: [type]).compactMap { number, line in
                let isNamed = ["\(type).\(accessor.name)", "\(type)/\(accessor.name)"].contains { line.contains($0) }
                return isNamed
                    ? AccessorName(file: path, line: number, text: "documentation names it", isNote: true) : nil
            }
        }
    }

    /// Returns the lines of a file that say one of these words, with their numbers.
    private func lines(of path: String, saying words: [String]) -> [(Int, String)] {
        guard let bytes = index.bytes(path), words.contains(where: { WordSearch.contains($0, in: bytes) }) else {
            return []
        }
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
            number,
            line in
            words.contains { WordSearch.contains($0, in: Array(line)) }
                ? (number + 1, String(decoding: line, as: UTF8.self)) : nil
        }
    }
}
