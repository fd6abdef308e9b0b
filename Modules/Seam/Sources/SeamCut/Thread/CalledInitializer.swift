import SeamKit
import SwiftSyntax

/// An initializer or a function as calls see it.
struct CalledInitializer {
    struct Parameter {
        let label: String
        let hasDefault: Bool
        let isClosure: Bool
        var isVariadic = false
    }

    let parameters: [Parameter]
    /// Whether it takes the parameter that is looked for, or is to take it.
    let takes: Bool
    /// Nil for a function, and for the one that the compiler makes.
    var declaration: InitializerDeclSyntax?

    /// The number of the parameter before which another one goes: last, or before the closures that calls may have behind the
    /// parentheses.
    var place: Int {
        let end = parameters.reversed().prefix { $0.isClosure || $0.hasDefault }.count
        let start = parameters.count - end
        return parameters[start...].firstIndex(where: \.isClosure) ?? parameters.count
    }

    /// A declared initializer.
    init(_ declaration: InitializerDeclSyntax, takes: Bool) {
        self.init(declaration.signature.parameterClause, takes: takes)
        self.declaration = declaration
    }

    /// What a function takes.
    init(_ clause: FunctionParameterClauseSyntax, takes: Bool) {
        parameters = clause.parameters.map { parameter in
            Parameter(
                label: parameter.firstName.text.withoutBackticks,
                hasDefault: parameter.defaultValue != nil,
                isClosure: parameter.type.trimmedDescription.contains("->"),
                isVariadic: parameter.ellipsis != nil
            )
        }
        self.takes = takes
    }

    /// The one that the compiler makes for a class without any: it takes nothing, or is to take the parameter.
    init(takes: Bool) { (parameters, self.takes) = ([], takes) }

    /// The one that the compiler makes for a structure.
    init(memberwiseOf owner: OwnerDecl, takes: Bool) {
        let variables = owner.memberDecls.compactMap { $0.as(VariableDeclSyntax.self) }.filter { variable in
            !variable.modifiers.says("static", "lazy")
        }
        parameters = variables.flatMap { variable in
            variable.bindings.compactMap { binding -> Parameter? in
                let isObserved =
                    if case .accessors(let list)? = binding.accessorBlock?.accessors {
                        list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
                    } else {
                        binding.accessorBlock == nil
                    }
                let isSet = variable.bindingSpecifier.text == "let" && binding.initializer != nil
                // Wrappers with arguments, and those of the environment, have their values already.
                let isWrapped = variable.attributes.contains { attribute in
                    guard let attribute = attribute.as(AttributeSyntax.self) else { return false }
                    return attribute.arguments != nil
                        || attribute.attributeName.trimmedDescription.hasPrefix("Environment")
                }
                guard isObserved, !isSet, !isWrapped else { return nil }
                let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
                return Parameter(
                    label: binding.pattern.trimmedDescription.withoutBackticks,
                    hasDefault: binding.initializer != nil
                        || variable.bindingSpecifier.text == "var" && type.hasSuffix("?"),
                    isClosure: type.contains("->")
                )
            }
        }
        self.takes = takes
    }
}
