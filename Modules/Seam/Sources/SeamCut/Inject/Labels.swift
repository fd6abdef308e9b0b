import SeamKit
import SwiftSyntax

/// What else a call or a name could mean once a caller takes an instance.
extension Recipient {
    /// The labels of an initializer's parameters.
    struct Labels {
        var required: Set<String> = []
        var all: Set<String> = []
    }

    func labels(of initializer: InitializerDeclSyntax) -> Labels {
        let parameters = initializer.signature.parameterClause.parameters
        let all = parameters.enumerated().map {
            "\($0.element.firstName.text == "_" ? "_\($0.offset)" : $0.element.firstName.text)"
        }
        let required = zip(parameters, all).filter { $0.0.defaultValue == nil }.map(\.1)
        return Labels(required: Set(required), all: Set(all + [property]))
    }

    /// The labels of the initializer that a structure has without one of its own.
    var memberwiseLabels: Labels {
        var labels = Labels()
        for variable in owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) }) {
            let isStored = !variable.modifiers.says("static", "lazy")
            let isConstant = variable.bindingSpecifier.text == "let"
            for binding in variable.bindings where isStored && binding.accessorBlock == nil {
                if isConstant, binding.initializer != nil { continue }
                let name = binding.pattern.trimmedDescription
                labels.all.insert(name)
                let isOptional = binding.typeAnnotation?.type.trimmedDescription.hasSuffix("?") == true
                let hasDefault = binding.initializer != nil || isOptional && !isConstant
                if !hasDefault, variable.attributes.isEmpty { labels.required.insert(name) }
            }
        }
        return labels
    }

    /// Whether other files can call the memberwise initializer. A private variable with an initial value makes it private.
    var isMemberwiseReached: Bool {
        !owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.contains { variable in
            variable.id != existing?.id && variable.isStoredInInstances && variable.bindingSpecifier.text == "var"
                && variable.modifiers.has("private", "fileprivate")
        }
    }

    /// Whether the memberwise initializer can take one more value as its last.
    var isMemberwiseOpen: Bool {
        let isHidden = owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.contains { variable in
            variable.modifiers.says("private", "fileprivate")
                && variable.bindings.contains { $0.accessorBlock == nil && $0.initializer == nil }
                && variable.attributes.isEmpty && !variable.modifiers.says("static")
        }
        let parameters = CalledInitializer(memberwiseOf: owner, takes: true).parameters
        return !isHidden && !parameters.contains(where: \.isClosure) && !owner.hasModifier("public")
    }

    /// Returns whether a call could mean two of the initializers, judging only by the labels.
    func hasAmbiguity(among labels: [Labels]) -> Bool {
        for (position, first) in labels.enumerated() {
            for second in labels[(position + 1)...]
            where first.required.union(second.required).isSubset(of: first.all.intersection(second.all)) {
                return true
            }
        }
        return labels.contains { $0.required.contains(property) }
    }

    /// Returns whether a call could mean one of the initializers or one that the class may inherit, which would then be preferred.
    func isLikeInherited(_ initializers: [InitializerDeclSyntax]) -> Bool {
        let inherited = index.superclasses(of: owner).flatMap { index.declarations(of: $0.name) }
            .flatMap(\.owner.memberDecls).compactMap { $0.as(InitializerDeclSyntax.self) }
            .filter { $0.modifiers.says("convenience") }
        let own = initializers.filter { !$0.modifiers.says("override") }
        return own.contains { first in inherited.contains { hasAmbiguity(among: [labels(of: first), labels(of: $0)]) } }
    }

    /// Returns whether code of the type in other files, or of what inherits from it, says a name that was free until then.
    func isSaidElsewhere(_ name: String) -> Bool {
        var seen: Set<String> = []
        var open = [owner.simpleName]
        while let type = open.popLast() {
            guard seen.insert(type).inserted else { continue }
            for path in index.paths(saying: type, name) {
                guard let file = index.file(path) else { continue }
                let parts = file.owners.filter { $0.simpleName == type || $0.inherited.contains(type) }
                if parts.contains(where: { file.hasName(name, in: $0.node) }) { return true }
            }
            guard index.isInherited(type) else { continue }
            open += index.paths(saying: type).flatMap { index.file($0)?.owners ?? [] }
                .filter { $0.inherited.contains(type) }.map(\.simpleName)
        }
        return false
    }
}
