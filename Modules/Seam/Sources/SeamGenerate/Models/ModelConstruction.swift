import SeamKit

/// Finds out how a value is made from its fields.
struct ModelConstruction {
    private let reader: ModelFieldReader
    /// Whether the generated code is in another module than the model.
    private let isOutside: Bool

    init(reader: ModelFieldReader, isOutside: Bool) {
        self.reader = reader
        self.isOutside = isOutside
    }

    /// Returns the initialiser's arguments, and the fields that are assigned afterwards.
    func construction(of fields: [ModelField]) throws(Refusal) -> Construction {
        let isReference = reader.site.decl.kind == .class
        let initialisers = initialisers()
        guard !initialisers.isEmpty else {
            return try isReference ? withoutInitialiser(fields) : memberwise(of: fields)
        }
        let names = Set(fields.map(\.name))
        let candidates = initialisers.compactMap { arguments(of: $0, names: names) }
        let sorted = candidates.filter { canComplete($0, fields: fields) }.max { $0.count < $1.count }
        guard let arguments = sorted else {
            let needed = fields.map { "\($0.name):" }.joined()
            throw Refusal(reader.site.decl, "it has no initialiser for its fields, such as `init(\(needed))`")
        }
        let passed = Set(arguments.map(\.field))
        return Construction(
            arguments: arguments,
            assigned: fields.map(\.name).filter { !passed.contains($0) },
            isReference: isReference
        )
    }

    /// The initialisers that can be called; those of the superclass if a class has none.
    private func initialisers() -> [Declaration] {
        for owner in [reader.site.decl] + reader.superclasses {
            let own = owner.members.filter { $0.kind == .initializer }
            if !own.isEmpty { return own }
        }
        return []
    }

    /// Returns the arguments for an initialiser; nil if it needs something else than fields.
    private func arguments(of node: Declaration, names: Set<String>) -> [Construction.Argument]? {
        let access = node.access ?? .internal
        guard !node.isFailable, node.effects.text.isEmpty, node.genericParameters.isEmpty, !access.isPrivate,
            !isOutside || access >= .public
        else { return nil }
        var arguments: [Construction.Argument] = []
        for parameter in node.parameters {
            if let field = [parameter.label, parameter.name].compactMap(\.self).first(where: names.contains) {
                arguments.append(Construction.Argument(label: parameter.label, field: field))
            } else if !parameter.hasDefault {
                return nil
            }
        }
        return arguments
    }

    /// Returns whether all fields that are no arguments can be assigned.
    private func canComplete(_ arguments: [Construction.Argument], fields: [ModelField]) -> Bool {
        let passed = Set(arguments.map(\.field))
        guard passed.count == arguments.count else { return false }
        return fields.allSatisfy { passed.contains($0.name) || isAssignable($0.name) }
    }

    private func isAssignable(_ name: String) -> Bool {
        guard let property = reader.properties.last(where: { $0.name == name }) else { return false }
        return !property.isLet && property.node.setterAccess == nil
    }

    /// A class without an initialiser has one without parameters.
    private func withoutInitialiser(_ fields: [ModelField]) throws(Refusal) -> Construction {
        if let property = reader.properties.first(where: { !$0.hasValue }) {
            throw Refusal(property.node, "it has no value, and the class has no initialiser")
        }
        if let field = fields.first(where: { !isAssignable($0.name) }),
            let property = reader.properties.first(where: { $0.name == field.name })
        {
            throw Refusal(property.node, "it can't be assigned, and the class has no initialiser")
        }
        return Construction(arguments: [], assigned: fields.map(\.name), isReference: true)
    }

    /// The initialiser that the compiler makes for a struct.
    private func memberwise(of fields: [ModelField]) throws(Refusal) -> Construction {
        if isOutside {
            throw Refusal(reader.site.decl, "its memberwise initialiser is out of reach for another module")
        }
        for property in reader.properties where !property.isField {
            if !property.hasValue {
                throw Refusal(property.node, "it has neither `@json` nor a value")
            }
            if property.isPrivate, !property.isLet {
                throw Refusal(property.node, "it is private, which makes the memberwise initialiser private")
            }
        }
        let arguments = fields.map { Construction.Argument(label: $0.name, field: $0.name) }
        return Construction(arguments: arguments, assigned: [], isReference: false)
    }
}
