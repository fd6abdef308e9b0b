import SeamKit

/// The initializer that a view gets in place of the one that the compiler makes for it.
struct WrittenInitializer {
    private var parameters: [String] = []
    private var statements: [String] = []

    /// The wrappers that take nothing in an initializer.
    private static let ambient: Set<String> = [
        "EnvironmentObject", "Namespace", "FocusState", "AccessibilityFocusState", "GestureState",
    ]

    /// Creates an initializer with the parameters of the memberwise one; nil if one of them can't be written down.
    ///
    /// - Parameter moved: the properties that the initializer sets itself.
    init?(of owner: OwnerDecl, setting moved: Set<PropertyNode>) {
        for variable in owner.variables where variable.isStoredInInstances && !moved.contains(variable) {
            guard add(variable) else { return nil }
        }
    }

    /// Adds the parameter of a property. Returns whether it can be written down.
    private mutating func add(_ variable: PropertyNode) -> Bool {
        guard let binding = variable.part, let name = binding.name else { return false }
        let value = binding.value
        let isHidden = variable.modifierList.says("private", "fileprivate")
        if value != nil, isHidden || variable.isLet { return true }
        let wrappers = variable.attributeNodes
        guard wrappers.count <= 1 else { return false }
        if let wrapper = wrappers.first {
            guard let kind = wrapper.name else { return false }
            if wrapper.hasArguments || Self.ambient.contains(kind) { return true }
            guard value == nil, !isHidden, let type = binding.type?.code else { return false }
            switch kind {
            case "Binding": add("\(name): Binding<\(type)>", "_\(name) = \(name)")
            case "ObservedObject", "Bindable": add("\(name): \(type)", "self.\(name) = \(name)")
            default: return false
            }
            return true
        }
        guard let type = binding.type?.code, !type.contains("->"),
            value?.isConstant ?? true
        else { return false }
        let isOptional = !variable.isLet && type.hasSuffix("?")
        let standard = value.map { " = \($0.code)" } ?? (isOptional ? " = nil" : "")
        add("\(name): \(type)\(standard)", "self.\(name) = \(name)")
        return true
    }

    private mutating func add(_ parameter: String, _ statement: String) {
        parameters.append(parameter)
        statements.append(statement)
    }

    /// Returns the lines of the initializer, with one more parameter, and with what it does besides.
    func lines(adding parameter: String, _ more: [String], _ layout: Layout, indent: String) -> [String] {
        layout.head(of: parameters + [parameter], indent: indent)
            + (statements + more).map { layout.indentation + $0 } + ["}"]
    }
}
