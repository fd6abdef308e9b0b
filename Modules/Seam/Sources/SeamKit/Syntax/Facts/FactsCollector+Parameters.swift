@_spi(RawSyntax) import SwiftSyntax

/// Parameters, also generic ones with the types that bound them.
extension FactsCollector {
    static func labels(_ parameters: RawFunctionParameterListSyntax, areSubscripts: Bool = false) -> String {
        var text = "("
        for parameter in Children<RawFunctionParameterSyntax>(parameters) {
            if areSubscripts, parameter.secondName == nil {
                text += "_:"
            } else {
                text += String(decoding: parameter.firstName.name, as: UTF8.self)
                text += ":"
            }
        }
        text += ")"
        return text
    }

    mutating func declareParameters(
        _ list: RawFunctionParameterListSyntax,
        areSubscripts: Bool = false
    ) -> [FileFacts.ParameterFact] {
        var result: [FileFacts.ParameterFact] = []
        for parameter in Children<RawFunctionParameterSyntax>(list) {
            walk(parameter.attributes)
            let type = bounded(index(ofType: parameter.type))
            let isPositional = parameter.firstName.tokenText == "_" || areSubscripts && parameter.secondName == nil
            let label = isPositional ? -1 : index(parameter.firstName)
            result.append(FileFacts.ParameterFact(label: label, type: type))
            let values = parameter.defaultValue.map { self.values($0.value.raw, Expected(type: type)) } ?? []
            let name = index(parameter.secondName ?? parameter.firstName)
            declare(name, type: type, values: values, isParameter: true)
        }
        return result
    }

    /// Declares generic parameters with the types that bound them.
    mutating func declareBounds(
        _ parameters: RawGenericParameterClauseSyntax?,
        _ clause: RawGenericWhereClauseSyntax?
    ) {
        noteNames(in: parameters)
        noteNames(in: clause)
        guard let parameters else { return }
        var unbounded: Set<Index> = []
        for parameter in Children<RawGenericParameterSyntax>(parameters.parameters) {
            let name = index(parameter.name)
            let bound = written(ofType: parameter.inheritedType)
            generics.declare(name, as: bound)
            if bound < 0 { unbounded.insert(name) } else { unbounded.remove(name) }
        }
        for requirement in Children<RawGenericRequirementSyntax>(clause?.requirements) {
            guard let conformance = RawConformanceRequirementSyntax(requirement.requirement) else { continue }
            guard let left = RawIdentifierTypeSyntax(conformance.leftType) else { continue }
            let name = index(left.name)
            let bound = written(ofType: conformance.rightType)
            guard bound >= 0, unbounded.remove(name) != nil else { continue }
            generics.declare(name, as: bound)
        }
    }

    /// Returns `T.Type` as the metatype of the bound of `T`.
    private mutating func bounded(_ type: Index) -> Index {
        guard case .metatype(let inner)? = facts.type(type), case .named(let path)? = facts.type(inner),
            facts.paths[Int(path)].parent < 0, let bound = generics[facts.paths[Int(path)].name], bound >= 0
        else { return type }
        return index(.metatype(bound))
    }
}
