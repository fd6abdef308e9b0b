@_spi(RawSyntax) import SwiftSyntax

/// Property wrappers: the value of `@Setting(\.name) var name` is that of `Setting(\.name).wrappedValue`.
extension FactsCollector {
    /// Reads the attributes of a variable. Returns the chain of the value that its outermost wrapper provides; -1 for none.
    mutating func readWrappers(_ attributes: RawAttributeListSyntax) -> Index {
        var outermost: Index = -1
        for node in Children<RawSyntax>(attributes) {
            if let chain = RawAttributeSyntax(node).flatMap({ wrapped($0) }) {
                if outermost < 0 { outermost = chain }
            } else {
                walk(node)
            }
        }
        return outermost
    }

    private mutating func wrapped(_ attribute: RawAttributeSyntax) -> Index? {
        // The attributes of the language begin with a small letter.
        let name = RawIdentifierTypeSyntax(attribute.attributeName)?.name
        guard let name = name ?? RawMemberTypeSyntax(attribute.attributeName)?.name else { return nil }
        let number = Int(index(name))
        guard names.capitals[number] else { return nil }
        let list = attribute.arguments.flatMap { RawLabeledExprListSyntax($0) }
        let base = index(ofType: attribute.attributeName)
        guard base >= 0, attribute.arguments == nil || list != nil else { return nil }
        let arguments = Array(Children<RawLabeledExprSyntax>(list))
        let first = openSteps.count
        openSteps.append(FileFacts.StepFact(kind: .member, name: index("wrappedValue")))
        openSteps.append(FileFacts.StepFact(kind: .call, name: -1, arguments: Int16(clamping: arguments.count)))
        let at = place(attribute.attributeName)
        let chain = append(root: .type, base: base, stepsFrom: first, ending: .read, at: at)
        for (position, argument) in arguments.enumerated() {
            let label = argument.label.map { index($0) } ?? -1
            read(
                argument.expression.raw,
                .argument(chain: chain, step: 0, label: label, position: Index(position))
            )
        }
        return chain
    }
}
