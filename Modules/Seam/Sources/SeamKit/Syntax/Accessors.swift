package import SwiftSyntax

/// How a property or subscript can be accessed.
package struct Accessors {
    /// Whether code outside of the file can assign it.
    package let isSettable: Bool
    private let effects: String

    package init(of decl: DeclSyntax) {
        let block = decl.property?.bindings.first?.accessorBlock ?? decl.as(SubscriptDeclSyntax.self)?.accessorBlock
        let isHidden = decl.modifierList.contains {
            ["private", "fileprivate"].contains($0.name.text) && $0.detail != nil
        }
        var effects = ""
        switch block?.accessors {
        case nil: isSettable = decl.property?.isLet == false && !isHidden
        case .getter: isSettable = false
        case .accessors(let list):
            let words = list.map(\.accessorSpecifier.text)
            let isObserved = !words.contains("get") && !words.contains("_read")
            isSettable = (words.contains("set") || words.contains("_modify") || isObserved) && !isHidden
            let getter = list.first { $0.accessorSpecifier.text == "get" }
            effects = getter?.effectSpecifiers?.line() ?? ""
        }
        self.effects = effects.isEmpty ? "" : " " + effects
    }

    /// Returns what follows the type in a protocol.
    package func text(isSettable: Bool, isAsync isOnActor: Bool) -> String {
        if isSettable { return " { get set }" }
        let waits = isOnActor && !effects.contains("async") ? " async" : ""
        return " { get\(waits)\(effects) }"
    }
}
