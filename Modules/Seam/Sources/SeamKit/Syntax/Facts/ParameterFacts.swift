@_spi(RawSyntax) import SwiftSyntax

extension RawFunctionParameterListSyntax {
    /// Returns the labels, as a signature shows them: `(of:_:)`.
    func labels(areSubscripts: Bool = false) -> String {
        var text = "("
        for parameter in Children<RawFunctionParameterSyntax>(self) {
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

    /// Declares the parameters. Returns how callers see them.
    func declare(in facts: inout FactsCollector, areSubscripts: Bool = false) -> [FileFacts.ParameterFact] {
        var result: [FileFacts.ParameterFact] = []
        for parameter in Children<RawFunctionParameterSyntax>(self) {
            parameter.attributes.record(in: &facts)
            let type = facts.bounded(facts.index(ofType: parameter.type))
            // Whoever calls writes what an autoclosure returns.
            var passed = type
            if let attributed = RawAttributedTypeSyntax(parameter.type), attributed.attributes.has("autoclosure"),
                case .function(let result)? = facts.table.type(at: type)
            {
                passed = result
            }
            let isPositional = parameter.firstName.tokenText == "_" || areSubscripts && parameter.secondName == nil
            let label = isPositional ? -1 : facts.index(of: parameter.firstName)
            result.append(FileFacts.ParameterFact(label: label, type: passed))
            let value = parameter.defaultValue?.value.raw
            let values = value?.recordValues(in: &facts, expected: FactsCollector.Expected(type: type)) ?? []
            let name = facts.index(of: parameter.secondName ?? parameter.firstName)
            facts.declare(name, type: type, values: values, isParameter: true)
        }
        return result
    }
}

extension FactsCollector {
    /// Declares generic parameters with the types that bound them.
    mutating func declareBounds(
        _ parameters: RawGenericParameterClauseSyntax?,
        clause: RawGenericWhereClauseSyntax?
    ) {
        parameters?.recordNames(in: &self)
        clause?.recordNames(in: &self)
        guard let parameters else { return }
        var unbounded: Set<Index> = []
        for parameter in Children<RawGenericParameterSyntax>(parameters.parameters) {
            let name = index(of: parameter.name)
            let bound = table.written(ofType: parameter.inheritedType)
            scopes.declare(generic: name, boundBy: bound)
            if bound < 0 { unbounded.insert(name) } else { unbounded.remove(name) }
        }
        for requirement in Children<RawGenericRequirementSyntax>(clause?.requirements) {
            guard let conformance = RawConformanceRequirementSyntax(requirement.requirement) else { continue }
            guard let left = RawIdentifierTypeSyntax(conformance.leftType) else { continue }
            let name = index(of: left.name)
            let bound = table.written(ofType: conformance.rightType)
            guard bound >= 0, unbounded.remove(name) != nil else { continue }
            scopes.declare(generic: name, boundBy: bound)
        }
    }

    /// Returns `T.Type` as the metatype of the bound of `T`.
    fileprivate mutating func bounded(_ type: Index) -> Index {
        guard case .metatype(let inner)? = table.type(at: type), case .named(let path)? = table.type(at: inner),
            table.paths[Int(path)].parent < 0, let bound = scopes.bound(of: table.paths[Int(path)].name), bound >= 0
        else { return type }
        return table.index(of: .metatype(bound))
    }
}
