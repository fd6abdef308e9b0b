package import SwiftSyntax

/// A property of a caller that may return what an accessor returns.
package struct PropertyText: Sendable {
    package let decl: DeclSyntax
    package let name: String
    /// Whether it belongs to the type, and not to an instance.
    package let isStatic: Bool
    package let type: TypeStructure?
    /// The stored property for a passed instance that it returns first; nil if it only returns the accessor's.
    package let stored: String?
    /// What a computed property returns.
    package let getter: String?

    package init?(of decl: DeclSyntax) {
        guard let variable = decl.property, let binding = variable.part, let name = binding.name else { return nil }
        isStatic = !variable.isOfInstance
        self.decl = decl
        self.name = name
        type = binding.type?.structure
        guard !variable.isLet, !variable.modifierList.says("lazy"), var value = binding.computed?.code else {
            (getter, stored) = (nil, nil)
            return
        }
        // A property that returns an injected instance falls back to the accessor.
        let range = value.hasPrefix("injected") ? value.firstRange(of: " ?? ") : nil
        stored = range.map { String(value[..<$0.lowerBound]) }
        if let range { value = String(value[range.upperBound...]) }
        getter = value.withoutBackticks
    }

    /// Returns whether a gathered property already returns an injected instance.
    package static func isInjected(_ decl: DeclSyntax) -> Bool { decl.code.contains(" ?? ") }
}
