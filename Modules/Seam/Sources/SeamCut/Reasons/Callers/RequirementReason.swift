import SeamKit

extension Reason {
    /// A protocol requires the initializer.
    static let requirement = Reason(
        "requirement",
        """
        A protocol of the tree or of the standard library asks for an initializer.
        """,
        examples: [
            .triggers(
                """
                protocol P { init(a: Int) }
                actor A: P {
                    init(a: Int) {}
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                protocol P { init(a: Int) }
                class A: P {
                    required convenience init(a: Int) { self.init(b: a) }
                    init(b: Int) {}
                    func f() { Store.shared.go() }
                }
                """
            ),
            .passes(
                """
                protocol P {}
                actor A: P {
                    init(a: Int) {}
                    func f() { Store.shared.go() }
                }
                """
            ),
        ]
    )
}

extension Check where Subject == Recipient {
    static var requirement: Check { Check(.requirement) { $0.isRequired } }

    static var memberwiseRequirement: Check { Check(.requirement) { $0.isMemberwise && $0.isRequired } }

    /// A protocol that makes its values requires an initializer without parameters.
    static var madeValue: Check {
        Check(.requirement) { recipient in
            let inherited = recipient.index.inherited(by: recipient.owner)
            return recipient.owner.kind == .struct && !inherited.isDisjoint(with: Recipient.protocolsOfMadeValues)
        }
    }
}

extension Recipient {
    /// The protocols that require an initializer without parameters.
    static let protocolsOfMadeValues: Set<String> = [
        "CommandPlugin", "BuildToolPlugin", "AppIntent", "WidgetConfigurationIntent", "OpenIntent",
        "LiveActivityIntent", "AudioPlaybackIntent", "SetValueIntent", "EntityQuery", "EntityStringQuery",
        "EnumerableEntityQuery", "DynamicOptionsProvider",
    ]

    /// Protocols outside the tree that classes conform to by an initializer.
    private static let protocolsWithInitializers: Set<String> = [
        "LosslessStringConvertible", "RawRepresentable", "RangeReplaceableCollection", "SetAlgebra", "OptionSet",
        "ParsableArguments", "ParsableCommand", "AsyncParsableCommand",
    ]

    /// Whether something that the type conforms to asks for an initializer, other than for one that only calls another one of the type.
    fileprivate var isRequired: Bool {
        var seen: Set<CodeTree.TypeID> = []
        var open = index.inheritance(of: declarations)
        while let (name, next) = open.popLast() {
            if name.hasPrefix("ExpressibleBy") || Self.protocolsWithInitializers.contains(name) { return true }
            guard let next, seen.insert(next).inserted, let type = index.declaration(of: next),
                type.owner.kind == .protocol
            else {
                continue
            }
            if type.owner.initializers.contains(where: isSet) { return true }
            open += index.inheritance(of: [type])
        }
        return false
    }

    /// Returns whether the initializer that a protocol asks for is one that stores instances, or no initializer is seen that does.
    private func isSet(_ required: InitializerNode) -> Bool {
        let setters = initializersOfAllParts.filter { !$0.isDelegating && !$0.endsProcess }
        let labels = required.parameters.map(\.label)
        return setters.isEmpty || setters.contains { $0.parameters.map(\.label) == labels }
    }
}
