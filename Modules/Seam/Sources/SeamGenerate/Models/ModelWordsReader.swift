import SwiftSyntax

/// Reads the cases of an enum.
struct ModelWordsReader {
    let decl: EnumDeclSyntax
    let site: ModelSite

    private static let rawTypes: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
    ]

    /// Returns how values of an enum are stored in a column.
    static func column(of decl: EnumDeclSyntax, _ annotations: Annotations) -> ModelColumn {
        if annotations.contains(.json) { return .json }
        return rawType(of: decl).map { $0 == "String" ? .words : .numbers } ?? .words
    }

    private static func rawType(of decl: EnumDeclSyntax) -> String? {
        (decl.inheritanceClause?.names ?? []).first(where: rawTypes.contains)
    }

    /// Reads all cases.
    func words() throws(Unmodelled) -> ModelWords {
        let rawType = Self.rawType(of: decl)
        var words = ModelWords(type: rawType ?? "String", isRaw: rawType != nil, cases: [])
        for item in decl.memberBlock.members {
            if item.decl.is(IfConfigDeclSyntax.self) { throw Unmodelled(item.decl, "a case stands in `#if`") }
            guard let node = item.decl.as(EnumCaseDeclSyntax.self) else { continue }
            if node.attributes.names.contains("available") {
                throw Unmodelled(node, "the case is not available everywhere")
            }
            for element in node.elements {
                let annotations = site.annotations(of: element.name.bareName, node)
                try read(element, of: node, annotations, into: &words)
            }
        }
        guard !words.cases.isEmpty else { throw Unmodelled(decl, "it has no cases with a word") }
        var seen: [String: String] = [:]
        for item in words.cases {
            if let other = seen.updateValue(item.name, forKey: item.word) {
                throw Unmodelled(decl, "`\(other)` and `\(item.name)` have the same word")
            }
        }
        return words
    }

    private func read(
        _ element: EnumCaseElementSyntax,
        of node: EnumCaseDeclSyntax,
        _ annotations: Annotations?,
        into words: inout ModelWords
    ) throws(Unmodelled) {
        let name = element.name.bareName
        let isAlone = node.elements.count == 1 || site.beside != nil
        if annotations?.contains(.other) == true {
            guard words.other == nil, isAlone else {
                throw Unmodelled(node, "`@other` is for one case")
            }
            let other = try other(name, element, node)
            words.other = other
            if other.hasWord { return }
        } else if element.parameterClause != nil {
            throw Unmodelled(node, "it has values: `@json type` above the enum says which field has the word of a case")
        }
        if let word = annotations?[.json] {
            if words.isRaw { throw Unmodelled(node, "its raw value is its word") }
            guard isAlone else { throw Unmodelled(node, "annotate each case on its own") }
            guard !word.contains(where: { $0 == "\\" || $0 == "\"" }) else {
                throw Unmodelled(node, "a word can't contain quotes and backslashes")
            }
            words.cases.append(ModelWords.Case(name: name, word: word.isEmpty ? name : word))
        } else {
            words.cases.append(ModelWords.Case(name: name, word: name))
        }
    }

    func other(
        _ name: String,
        _ element: EnumCaseElementSyntax,
        _ node: EnumCaseDeclSyntax
    ) throws(Unmodelled) -> ModelWords.Other {
        guard let parameters = element.parameterClause?.parameters else {
            return ModelWords.Other(name: name, label: nil, hasWord: false)
        }
        guard parameters.count == 1, let parameter = parameters.first, parameter.type.trimmedDescription == "String"
        else { throw Unmodelled(node, "the value of `@other` is one `String`") }
        return ModelWords.Other(name: name, label: parameter.firstName?.text, hasWord: true)
    }
}
