import SeamKit

/// Reads the cases of an enum that have values.
struct ModelVariantsReader {
    let site: ModelSite
    let types: ModelTypes

    /// Reads all cases.
    func variants() throws(Refusal) -> ModelVariants {
        let key = site.annotations[.json] ?? ""
        guard !key.isEmpty, !key.contains(where: { ".\\\" ".contains($0) }) else {
            throw Refusal(site.decl, "`@json` above an enum takes the name of the field with the word of the case")
        }
        var variants = ModelVariants(key: key, cases: [])
        for node in site.decl.members {
            if node.kind == .conditional { throw Refusal(node, "a case stands in `#if`") }
            if site.beside == nil, let reason = Annotations.words.problem(in: node.comment) {
                throw Refusal(node, reason)
            }
            for element in node.cases { try read(element, of: node, into: &variants) }
        }
        let words = Dictionary(grouping: variants.cases, by: \.word).values.first { $0.count > 1 }
        if let words { throw Refusal(site.decl, "`\(words[0].name)` and `\(words[1].name)` have the same word") }
        guard !variants.cases.isEmpty else { throw Refusal(site.decl, "it has no cases with a word") }
        return variants
    }

    private func read(
        _ element: Declaration.Case,
        of node: Declaration,
        into variants: inout ModelVariants
    ) throws(Refusal) {
        let name = element.name
        let annotations = site.annotations(of: name, member: node)
        if annotations?.contains(.other) == true {
            guard variants.other == nil else { throw Refusal(node, "`@other` is for one case") }
            let other = try ModelWordsReader(site: site).other(named: name, element: element, in: node)
            variants.other = other
            if other.hasWord { return }
        }
        var item = ModelVariants.Case(
            name: name,
            word: name,
            line: site.line(of: node)
        )
        if let word = annotations?[.json], !word.isEmpty { item.word = word }
        if item.word.contains(where: { $0 == "\\" || $0 == "\"" }) {
            throw Refusal(node, "a word can't contain quotes and backslashes")
        }
        if let values = element.values, let value = values.first {
            guard values.count == 1, case .model(let stem, .json) = try kind(of: value, in: node) else {
                throw Refusal(node, "its value isn't one model, such as a struct with `@model`")
            }
            item.value = stem
            item.label = value.label
        }
        variants.cases.append(item)
    }

    private func kind(
        of value: Declaration.Case.Value,
        in node: Declaration
    ) throws(Refusal) -> ValueKind {
        let subject = ModelTypes.Subject(
            declaration: node,
            annotations: Annotations(above: node),
            dialect: site.dialect,
            scope: site.scope
        )
        let (kind, isOptional) = try types.field(value.type, of: subject)
        return isOptional ? .nullable(kind) : kind
    }
}
