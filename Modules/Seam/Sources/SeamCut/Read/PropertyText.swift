import SeamKit
import SwiftSyntax

/// A property of a caller that may return what an accessor returns.
struct PropertyText: Sendable {
    let decl: DeclSyntax
    let name: String
    /// Whether it belongs to the type, and not to an instance.
    let isStatic: Bool
    private let type: String?
    /// The stored property for a passed instance that it returns first; nil if it only returns the accessor's.
    let stored: String?
    /// What a computed property returns.
    private let getter: String?
    private let initial: ExprSyntax?

    init?(_ decl: DeclSyntax) {
        guard let variable = decl.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return nil }
        isStatic = variable.modifiers.says("static", "class")
        self.decl = decl
        self.name = name
        type = binding.typeAnnotation?.type.trimmedDescription
        initial = binding.initializer?.value
        guard variable.bindingSpecifier.text == "var", !variable.modifiers.says("lazy"),
            case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1, let item = items.first
        else {
            (getter, stored) = (nil, nil)
            return
        }
        var value = item.item.trimmedDescription
        if value.hasPrefix("return ") { value = String(value.dropFirst(7)) }
        // A property that returns an injected instance falls back to the accessor.
        let range = value.hasPrefix("injected") ? value.firstRange(of: " ?? ") : nil
        stored = range.map { String(value[..<$0.lowerBound]) }
        if let range { value = String(value[range.upperBound...]) }
        getter = Self.plain(value)
    }

    /// Returns whether it is a computed property of the type that only returns the accessor's instance.
    func isGathered(access: String, instance: InjectedType) -> Bool {
        guard let getter else { return false }
        if getter == Self.plain(access) { return true }
        let call = instance.accessor.isFunction ? "()" : ""
        return type == instance.type && getter == ".\(instance.accessor.name)\(call)"
    }

    /// Returns an expression without backticks, which change nothing after a dot.
    private static func plain(_ expression: String) -> String {
        expression.utf8.contains(UInt8(ascii: "`")) ? expression.filter { $0 != "`" } : expression
    }

    /// Returns whether its initial value is the accessor's instance.
    func isHolder(access: String) -> Bool {
        initial?.trimmedLength.utf8Length == access.utf8.count && initial?.trimmedDescription == access
    }

    /// Returns whether a gathered property already returns an injected instance.
    static func isInjected(_ decl: DeclSyntax) -> Bool { decl.trimmedDescription.contains(" ?? ") }
}
