import SwiftSyntax

extension TypeIndex {
    /// Returns the names of a type, its subclasses and the other names for them, and all that they inherit.
    func relatives(of type: String) -> (names: Set<String>, inherited: Set<String>) {
        var names: Set<String> = []
        var inherited: Set<String> = []
        var open = [type]
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            for path in paths(saying: name) {
                guard let file = file(path) else { continue }
                for owner in file.owners
                where owner.kind == .class && owner.inherited.contains(where: { AccessorNames.last($0) == name }) {
                    open.append(owner.simpleName)
                }
                for token in file.tokens("typealias") {
                    guard let alias = token.parent?.as(TypeAliasDeclSyntax.self),
                        AccessorNames.words(alias.initializer.value.trimmedDescription).contains(name)
                    else { continue }
                    open.append(alias.name.text.trimmingBackticks)
                }
            }
        }
        var left = names.flatMap { declarations(of: $0).flatMap(\.owner.inherited) }
        while let next = left.popLast() {
            // A composition names several.
            for name in AccessorNames.words(next) where inherited.insert(name).inserted {
                left += declarations(of: name).flatMap(\.owner.inherited)
            }
        }
        return (names, inherited)
    }
}
