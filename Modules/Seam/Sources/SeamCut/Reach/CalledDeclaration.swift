import SeamKit

extension Declaration {
    /// The names of the members that it declares: properties, a function, cases, a type.
    var declaredNames: [String] {
        switch kind {
        case .property: bindings.map(\.name)
        case .enumCase: cases.map(\.name)
        case .function, .struct, .class, .enum, .actor: [name]
        default: []
        }
    }

    /// Whether it declares a member of this name.
    func declares(_ name: String) -> Bool { declaredNames.contains(name) }
}

extension Declaration {
    /// Whether a call with these arguments may mean it.
    func accepts(_ arguments: [CodeBody.Argument]) -> Bool {
        var open = arguments[...]
        for parameter in parameters {
            if let next = open.first, next.label == parameter.label || next.isTrailing, !parameter.isLeft(for: next) {
                open = open.dropFirst()
                while parameter.isVariadic, let next = open.first, next.label == nil, !next.isTrailing {
                    open = open.dropFirst()
                }
            } else if !parameter.hasDefault, !parameter.isVariadic {
                return false
            }
        }
        return open.isEmpty
    }

    /// Returns the name of an attribute that may be a wrapper with code of its own; nil if there is none.
    func unknownWrapper(in index: CodeTree) -> String? {
        allAttributes.first { $0.isConditional || index.mayAddCode($0.name, besides: Library.wrappers) }?.name
    }
}

extension Declaration.Parameter {
    /// Whether an argument behind the parentheses belongs to a parameter after this one. One without a default takes it: its type is
    /// another name of a function's.
    func isLeft(for argument: CodeBody.Argument) -> Bool {
        argument.isTrailing && hasDefault && type.function == nil && type.wrapped?.function == nil
    }
}
