import SwiftSyntax

/// Reads the cases of an enum that have values.
struct ModelVariantsReader {
    let decl: EnumDeclSyntax
    let site: ModelSite
    let types: ModelTypes

    /// Reads all cases.
    func variants() throws(Unmodelled) -> ModelVariants {
        let key = site.annotations[.json] ?? ""
        guard !key.isEmpty, !key.contains(where: { ".\\\" ".contains($0) }) else {
            throw Unmodelled(decl, "`@json` above an enum takes the name of the field with the word of the case")
        }
        var variants = ModelVariants(key: key, cases: [])
        for item in decl.memberBlock.members {
            if item.decl.is(IfConfigDeclSyntax.self) { throw Unmodelled(item.decl, "a case stands in `#if`") }
            guard let node = item.decl.as(EnumCaseDeclSyntax.self) else { continue }
            for element in node.elements { try read(element, of: node, into: &variants) }
        }
        let words = Dictionary(grouping: variants.cases, by: \.word).values.first { $0.count > 1 }
        if let words { throw Unmodelled(decl, "`\(words[0].name)` and `\(words[1].name)` have the same word") }
        guard !variants.cases.isEmpty else { throw Unmodelled(decl, "it has no cases with a word") }
        return variants
    }

    private func read(
        _ element: EnumCaseElementSyntax,
        of node: EnumCaseDeclSyntax,
        into variants: inout ModelVariants
    ) throws(Unmodelled) {
        let name = element.name.bareName
        let annotations = site.annotations(of: name, node)
        if annotations?.contains(.other) == true {
            guard variants.other == nil else { throw Unmodelled(node, "`@other` is for one case") }
            let other = try ModelWordsReader(decl: decl, site: site).other(name, element, node)
            variants.other = other
            if other.hasWord { return }
        }
        var item = ModelVariants.Case(
            name: name,
            word: name,
            line: site.beside?.line ?? node.line(in: site.path)
        )
        if let word = annotations?[.json], !word.isEmpty { item.word = word }
        if item.word.contains(where: { $0 == "\\" || $0 == "\"" }) {
            throw Unmodelled(node, "a word can't contain quotes and backslashes")
        }
        if let parameters = element.parameterClause?.parameters, let parameter = parameters.first {
            guard parameters.count == 1, case .model(let stem, .json) = try kind(of: parameter, node) else {
                throw Unmodelled(node, "its value isn't one model, such as a struct with `@model`")
            }
            item.value = stem
            item.label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.text }
        }
        variants.cases.append(item)
    }

    private func kind(
        of parameter: EnumCaseParameterSyntax,
        _ node: EnumCaseDeclSyntax
    ) throws(Unmodelled) -> ValueKind {
        let (kind, isOptional) = try types.field(parameter.type, Annotations(above: node), in: site)
        return isOptional ? .nullable(kind) : kind
    }
}
