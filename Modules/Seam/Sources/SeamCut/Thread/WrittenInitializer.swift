import SeamKit
import SwiftSyntax

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
    init?(of owner: OwnerDecl, setting moved: Set<SyntaxIdentifier>) {
        for variable in owner.memberDecls.compactMap({ $0.as(VariableDeclSyntax.self) })
        where variable.isStoredInInstances && !moved.contains(variable.id) {
            guard add(variable) else { return nil }
        }
    }

    /// Adds the parameter of a property. Returns whether it can be written down.
    private mutating func add(_ variable: VariableDeclSyntax) -> Bool {
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return false }
        let value = binding.initializer?.value
        let isHidden = variable.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
        if value != nil, isHidden || variable.bindingSpecifier.text == "let" { return true }
        let wrappers = variable.attributes.map { $0.as(AttributeSyntax.self) }
        guard wrappers.count <= 1 else { return false }
        if let first = wrappers.first {
            guard let wrapper = first else { return false }
            let kind = wrapper.attributeName.trimmedDescription
            if wrapper.arguments != nil || Self.ambient.contains(kind) { return true }
            guard value == nil, !isHidden, let type = binding.typeAnnotation?.type.trimmedDescription else {
                return false
            }
            switch kind {
            case "Binding": add("\(name): Binding<\(type)>", "_\(name) = \(name)")
            case "ObservedObject", "Bindable": add("\(name): \(type)", "self.\(name) = \(name)")
            default: return false
            }
            return true
        }
        guard let type = binding.typeAnnotation?.type.trimmedDescription, !type.contains("->"),
            value?.isConstant ?? true
        else { return false }
        let isOptional = variable.bindingSpecifier.text == "var" && type.hasSuffix("?")
        let standard = value.map { " = \($0.trimmedDescription)" } ?? (isOptional ? " = nil" : "")
        add("\(name): \(type)\(standard)", "self.\(name) = \(name)")
        return true
    }

    private mutating func add(_ parameter: String, _ statement: String) {
        parameters.append(parameter)
        statements.append(statement)
    }

    /// Returns the lines of the initializer, with one more parameter, and with what it does besides.
    func lines(adding parameter: String, _ more: [String], _ layout: Layout, indent: String) -> [String] {
        let all = parameters + [parameter]
        let line = "init(\(all.joined(separator: ", "))) {"
        let head =
            layout.fits(indent + line)
            ? [line]
            : ["init("] + all.dropLast().map { layout.indentation + $0 + "," } + [
                layout.indentation + parameter, ") {",
            ]
        return head + (statements + more).map { layout.indentation + $0 } + ["}"]
    }
}
