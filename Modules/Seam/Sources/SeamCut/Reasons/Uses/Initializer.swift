import SeamKit
import SwiftSyntax

extension Reason {
    /// The use is in an initializer, where `self` may not be fully initialized.
    static let initializer = Reason(
        "initializer",
        """
        The use is in an initializer before `self` is complete. Uses after the last stored property is set, or
        after `super.init`, read the instance's property.
        """,
        advice: "Move the use after the last stored property is set, or pass the instance in.",
        examples: [
            .triggers(
                """
                final class A {
                    let n: Int
                    init() {
                        Store.shared.go()
                        n = 1
                    }
                }
                """
            ).gathering(),
            .passes(
                """
                final class A {
                    let n: Int
                    init() {
                        n = 1
                        Store.shared.go()
                    }
                }
                """
            ).gathering(),
        ]
    )
}

extension Check where Subject == InstanceAccess {
    static var initializer: Check {
        Check(.initializer) { access in
            guard case .initializer(let initializer) = access.access.context.member else { return false }
            return access.access.isInView || !access.isComplete(initializer)
        }
    }
}

extension InstanceAccess {
    /// Returns whether `self` is fully initialized where an initializer's body uses the singleton.
    fileprivate func isComplete(_ initializer: InitializerDeclSyntax) -> Bool {
        guard let body = initializer.body?.statements else { return false }
        var assigned: Set<String> = []
        for item in body {
            if item.range.contains(access.context.access.positionAfterSkippingLeadingTrivia) { break }
            let text = item.item.trimmedDescription
            if text.hasPrefix("super.init(") || text.hasPrefix("self.init(") { return true }
            guard let parts = item.item.as(SequenceExprSyntax.self)?.elements.map(\.trimmedDescription),
                parts.count >= 3,
                parts[1] == "="
            else { continue }
            assigned.insert(parts[0].hasPrefix("self.") ? String(parts[0].dropFirst(5)) : parts[0])
        }
        let isConvenience = initializer.modifiers.says("convenience")
        guard !isConvenience, owner.kind == .struct || owner.kind == .class else { return false }
        // A superclass has to be initialized too; a protocol doesn't.
        let hasSuperclass =
            owner.kind == .class && owner.inherited.contains { access.index.type($0)?.owner.kind != .protocol }
        return !hasSuperclass && uninitialized.isSubset(of: assigned)
    }

    /// The stored properties without an initial value.
    private var uninitialized: Set<String> {
        var names: Set<String> = []
        for decl in owner.memberDecls {
            guard let variable = decl.as(VariableDeclSyntax.self),
                !variable.modifiers.says("static", "class", "lazy")
            else { continue }
            for binding in variable.bindings where binding.initializer == nil && !Self.isComputed(binding) {
                names.formUnion(binding.pattern.trimmedDescription.split { " (),".contains($0) }.map(String.init))
            }
        }
        return names
    }

    private static func isComputed(_ binding: PatternBindingSyntax) -> Bool {
        switch binding.accessorBlock?.accessors {
        case .getter: return true
        case .accessors(let list):
            return list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        case nil: return false
        }
    }
}
