import SeamKit

/// An initializer or a function as calls see it.
struct CalledInitializer {
    struct Parameter {
        let label: String
        let hasDefault: Bool
        let isClosure: Bool
        var isVariadic = false
        /// The type as it is written; nil for what the compiler writes.
        var type: TypeNode?
    }

    let parameters: [Parameter]
    /// Whether it takes the parameter that is looked for, or is to take it.
    let takes: Bool
    /// Nil for a function, and for the one that the compiler makes.
    var declaration: InitializerNode?

    /// The number of the parameter before which another one goes: last, or before the closures that calls may have behind the
    /// parentheses.
    var place: Int {
        let end = parameters.reversed().prefix { $0.isClosure || $0.hasDefault }.count
        let start = parameters.count - end
        if parameters.last?.isClosure == true {
            return parameters.count - parameters.reversed().prefix(while: \.isClosure).count
        }
        return parameters[start...].firstIndex(where: \.isClosure) ?? parameters.count
    }

    /// A declared initializer.
    init(_ declaration: InitializerNode, takes: Bool) {
        self.init(declaration.parameters, takes: takes)
        self.declaration = declaration
    }

    /// What a function takes.
    init(_ parameters: [ParameterNode], takes: Bool) {
        self.parameters = parameters.map { parameter in
            Parameter(
                label: parameter.label.withoutBackticks,
                hasDefault: parameter.value != nil,
                isClosure: Self.isClosure(parameter.typeText),
                isVariadic: parameter.isVariadic,
                type: parameter.typeNode
            )
        }
        self.takes = takes
    }

    /// The one that the compiler makes for a class without any: it takes nothing, or is to take the parameter.
    init(takes: Bool) { (parameters, self.takes) = ([], takes) }

    /// The one that the compiler makes for a structure.
    init(memberwiseOf owner: OwnerDecl, takes: Bool) {
        parameters = owner.variables.filter { !$0.modifierList.says("static", "lazy") }.flatMap { variable in
            variable.parts.compactMap { part -> Parameter? in
                // Wrappers with arguments, and those of the environment, have their values already.
                let isSet = variable.isLet && part.value != nil || variable.hasWrappedValue
                guard part.isStored, !isSet else { return nil }
                let type = part.type?.code ?? ""
                return Parameter(
                    label: part.written.withoutBackticks,
                    hasDefault: part.value != nil || !variable.isLet && type.hasSuffix("?"),
                    isClosure: Self.isClosure(type)
                )
            }
        }
        self.takes = takes
    }

    /// Returns whether a type is that of a closure, as it is written, or by the usual names of such types.
    private static func isClosure(_ type: String) -> Bool {
        if ["->", "@escaping", "@autoclosure"].contains(where: type.contains) { return true }
        let name = type.hasSuffix("?") ? type.dropLast() : type[...]
        return ["CompletionHandler", "Completion", "Closure", "Callback"].contains(where: name.hasSuffix)
            || type.hasSuffix("Handler?")
    }
}
