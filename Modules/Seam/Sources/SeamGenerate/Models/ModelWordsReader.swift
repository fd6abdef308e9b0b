import SeamKit

/// Reads the cases of an enum.
struct ModelWordsReader {
    let site: ModelSite

    private static let rawTypes: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
    ]

    /// Returns how values of an enum are stored in a column.
    static func column(of site: ModelSite) -> ModelColumn {
        if site.annotations.contains(.json) { return .json }
        return rawType(of: site.decl).map { $0 == "String" ? .words : .numbers } ?? .words
    }

    private static func rawType(of decl: Declaration) -> String? {
        decl.inherited.lazy.compactMap(\.type.standardName).first(where: rawTypes.contains)
    }

    /// Reads all cases.
    func words() throws(Refusal) -> ModelWords {
        let rawType = Self.rawType(of: site.decl)
        var words = ModelWords(type: rawType ?? "String", isRaw: rawType != nil, cases: [])
        for node in site.decl.members {
            if node.kind == .conditional { throw Refusal(node, "a case stands in `#if`") }
            guard node.kind == .enumCase else { continue }
            if site.beside == nil, let reason = Annotations.words.problem(in: node.comment) {
                throw Refusal(node, reason)
            }
            if node.hasAttribute("available") {
                throw Refusal(node, "the case is not available everywhere")
            }
            for element in node.cases {
                let annotations = site.annotations(of: element.name, member: node)
                try read(element, of: node, annotations: annotations, into: &words)
            }
        }
        guard !words.cases.isEmpty else { throw Refusal(site.decl, "it has no cases with a word") }
        var seen: [String: String] = [:]
        for item in words.cases {
            if let other = seen.updateValue(item.name, forKey: item.word) {
                throw Refusal(site.decl, "`\(other)` and `\(item.name)` have the same word")
            }
        }
        return words
    }

    private func read(
        _ element: Declaration.Case,
        of node: Declaration,
        annotations: Annotations?,
        into words: inout ModelWords
    ) throws(Refusal) {
        let name = element.name
        let isAlone = node.cases.count == 1 || site.beside != nil
        if annotations?.contains(.other) == true {
            guard words.other == nil, isAlone else {
                throw Refusal(node, "`@other` is for one case")
            }
            let other = try other(named: name, element: element, in: node)
            words.other = other
            if other.hasWord { return }
        } else if element.values != nil {
            throw Refusal(node, "it has values: `@json type` above the enum says which field has the word of a case")
        }
        if let word = annotations?[.json] {
            if words.isRaw { throw Refusal(node, "its raw value is its word") }
            guard isAlone else { throw Refusal(node, "annotate each case on its own") }
            guard !word.contains(where: { $0 == "\\" || $0 == "\"" }) else {
                throw Refusal(node, "a word can't contain quotes and backslashes")
            }
            words.cases.append(ModelWords.Case(name: name, word: word.isEmpty ? name : word))
        } else {
            words.cases.append(ModelWords.Case(name: name, word: name))
        }
    }

    func other(
        named name: String,
        element: Declaration.Case,
        in node: Declaration
    ) throws(Refusal) -> ModelWords.Other {
        guard let values = element.values else {
            return ModelWords.Other(name: name, label: nil, hasWord: false)
        }
        guard values.count == 1, values[0].type.isStandard("String") else {
            throw Refusal(node, "the value of `@other` is one `String`")
        }
        return ModelWords.Other(name: name, label: values[0].label, hasWord: true)
    }
}
