import SeamKit

/// How code uses a function, other than by calling it.
enum FunctionValue: Sendable {
    /// It only calls the function.
    case none
    /// It uses the function as a value whose type the place determines, so a second function with the name changes nothing.
    case typed
    /// It uses the function as a value, and the value has its type from the function.
    case untyped
}

/// Finds a static function that is used as a value, by its own name or as a member of its type.
struct FunctionValueFinder {
    let type: String
    /// The names of other types of the tree that have a member of the name, and inherit nothing.
    var others: Set<String> = []
    let isInherited: Bool
    /// Whether objects of the type have a property of the name, which their code means by it.
    let isProperty: Bool
    let file: ParsedFile

    func find(_ function: String) -> FunctionValue {
        let values = file.tokens(function).filter { $0.code == function }.compactMap(\.nameNode).map(value)
        return values.contains(.untyped) ? .untyped : values.contains(.typed) ? .typed : .none
    }

    private func value(_ name: NameNode) -> FunctionValue {
        if name.isMember {
            // Members of a value are no statics, and those of another type are not this function.
            let base = name.base?.code ?? ""
            let isNear = ["self", "Self"].contains(base) || base.hasPrefix("type(of:")
            let last = base.lastName
            let isType = last.first?.isUppercase == true && (last == type || !others.contains(last))
            guard isNear || isType, base != "self" || !isOfObject(name) else { return .none }
        } else if !isInside(name) || isOfObject(name) {
            return .none
        }
        let expression = name.specialized
        guard name.hasLabels || expression.calling == nil else { return .none }
        return expression.binding.map { $0.type == nil } == true && !name.hasLabels ? .untyped : .typed
    }

    /// Returns whether a name without a type before it means a property of the object that the code around it belongs to.
    private func isOfObject(_ name: NameNode) -> Bool {
        isProperty && name.expression.memberAround?.modifierList.says("static", "class") == false
    }

    /// Returns whether a name without a type before it stands in the type, or in a class that may inherit the function.
    private func isInside(_ name: NameNode) -> Bool {
        // A function of a file can be named everywhere.
        type.isEmpty
            || file.owners(around: name.expression.offset).contains { owner in
                isInherited && owner.kind == .class || owner.name.split(separator: ".").contains(Substring(type))
            }
    }
}
