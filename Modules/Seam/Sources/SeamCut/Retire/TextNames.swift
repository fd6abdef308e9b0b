import Foundation
import SeamKit

/// Names in strings, and in what is no Swift.
struct TextNames {
    private let target: AccessorNames
    private let index: CodeTree
    private let accessor: Singleton.Accessor
    private let type: String
    private let foreign: ObjectiveCNames?

    init(of target: AccessorNames) {
        (self.target, index, accessor, type) = (target, target.index, target.accessor, target.type)
        foreign = target.foreign
    }

    func all() -> [AccessorName] {
        strings() + objectiveC() + resources() + templates() + unread() + documents()
    }

    /// What the runtime finds by a string, if Objective-C can see the type.
    private func strings() -> [AccessorName] {
        guard let foreign else { return [] }
        let wanted = foreign.accessors[accessor.name] ?? [accessor.name]
        let lookups = [
            "forKey", "forKeyPath", "keyPath", "withKeyPath", "ofKeyPath", "Selector", "NSSelectorFromString",
            "perform",
            "sel_registerName", "sel_getUid", "NSClassFromString", "classNamed", "objc_getClass", "objc_lookUpClass",
            "objc_getRequiredClass", "objc_getMetaClass", "NSExpression", "NSPredicate", "NSSortDescriptor",
        ]
        let paths = Set((wanted.sorted() + [type, foreign.type]).flatMap { index.paths(saying: $0) }).sorted()
        return paths.flatMap { path -> [AccessorName] in
            guard let file = index.file(path), lookups.contains(where: { WordSearch.contains($0, in: file.bytes) })
            else { return [] }
            return file.tree.allTokens.compactMap { token in
                guard let text = token.stringText else { return nil }
                let last = text.split(separator: ".").last.map(String.init) ?? ""
                if wanted.contains(last) {
                    return target.name(token, in: file, "the runtime may find it by this string")
                }
                guard last == foreign.type || last == type else { return nil }
                return target.name(token, in: file, "the runtime may find \(type) by this string")
            }
        }
    }

    /// Strings and selectors in Objective-C. What it calls directly is in the map.
    private func objectiveC() -> [AccessorName] {
        guard let foreign else { return [] }
        let wanted = foreign.accessors[accessor.name] ?? [accessor.name]
        let files = index.sources.otherFiles.objectiveC.compactMap {
            path -> (String, ObjectiveCTokens, isOfType: Bool)? in
            guard let bytes = index.bytes(path) else { return nil }
            let isOfType = WordSearch.contains(foreign.type, in: bytes) || WordSearch.contains(type, in: bytes)
            guard isOfType || wanted.contains(where: { WordSearch.contains($0, in: bytes) }) else { return nil }
            return (path, bytes.withUnsafeBufferPointer { ObjectiveCTokens(bytes: $0) }, isOfType)
        }
        let isValue = files.contains { _, tokens, isOfType in isOfType && tokens.hasValue(foreign.type) }
        return files.flatMap { path, tokens, isOfType in
            tokens.tokens.indices.compactMap { position in
                let line = tokens.tokens[position].line
                if isValue, let word = tokens.word(at: position), wanted.contains(word), tokens.isSentToValue(position)
                {
                    return AccessorName(
                        file: path,
                        line: line,
                        text: "it may be sent to \(type), which is a value somewhere"
                    )
                }
                guard isOfType else { return nil }
                if case .text(let text) = tokens.tokens[position].kind {
                    let last = text.split(separator: ".").last.map(String.init) ?? ""
                    guard wanted.contains(last) || last == foreign.type || last == type else { return nil }
                    return AccessorName(file: path, line: line, text: "the runtime may find it by this string")
                }
                guard tokens.word(at: position) == "selector", tokens.isMark("@", at: position - 1),
                    let selector = tokens.word(at: position + 2), wanted.contains(selector)
                else { return nil }
                return AccessorName(file: path, line: line, text: "a selector may be it")
            }
        }
    }

    /// Templates from which a program writes Swift.
    private func templates() -> [AccessorName] {
        mentions(in: index.sources.otherFiles.templates, "a template names it")
    }

    /// Interface Builder and property lists, which name classes and their attributes.
    private func resources() -> [AccessorName] {
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
    private func unread() -> [AccessorName] {
        var found: [AccessorName] = []
        for problem in target.map.problems {
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
        for path in index.sources.otherFiles.unread(among: target.map.skipped) {
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
    private func documents() -> [AccessorName] {
        mentions(in: index.sources.otherFiles.documents, "documentation names it").map { name in
            var name = name
            name.isNote = true
            return name
        }
    }

    private func mentions(in paths: [String], _ text: String) -> [AccessorName] {
        paths.flatMap { path -> [AccessorName] in
            lines(of: path, saying: [type]).compactMap { number, line in
                let isNamed = ["\(type).\(accessor.name)", "\(type)/\(accessor.name)"].contains { line.contains($0) }
                return isNamed ? AccessorName(file: path, line: number, text: text) : nil
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

extension ObjectiveCTokens {
    /// Returns whether a class stands for itself here, as in `[Store class]` or as the argument of a function or a macro.
    fileprivate func hasValue(_ name: String) -> Bool {
        tokens.indices.contains { index in
            guard word(at: index) == name else { return false }
            if word(at: index + 1) == "class" || isMark(".", at: index + 1) && word(at: index + 2) == "class" {
                // A message to it is in the map.
                return word(at: index + 3) == nil
            }
            return (isMark("(", at: index - 1) || isMark(",", at: index - 1))
                && (isMark(")", at: index + 1) || isMark(",", at: index + 1))
        }
    }

    /// Returns whether a word is the message, or the name behind a dot, of something that isn't the name of a class.
    fileprivate func isSentToValue(_ index: Int) -> Bool {
        let isMessage = isMark("]", at: index + 1)
        let receiver = isMessage ? index - 1 : isMark(".", at: index - 1) ? index - 2 : -1
        if let word = word(at: receiver) { return word.first?.isLowercase == true }
        return isMark("]", at: receiver) || isMark(")", at: receiver)
    }
}
