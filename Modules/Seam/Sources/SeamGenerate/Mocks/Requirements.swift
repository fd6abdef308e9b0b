import SeamKit

/// The requirements of protocols. Parents may require the same in different words.
struct Requirements {
    /// A requirement with the protocol that says most of it.
    struct Item {
        var declaration: Declaration
        /// The place of the protocol in the list of parents.
        var parent: Int
        /// The `#if`s around it within its protocol.
        var conditions: [String]

        /// Whether `NSObject` has it.
        var isMetByObjects: Bool {
            switch declaration.kind {
            case .property: ["description", "debugDescription", "hash", "hashValue"].contains(declaration.name)
            case .function: declaration.name == "isEqual" && declaration.parameters.count == 1
            default: false
            }
        }
    }

    var items: [Item] = []
    private(set) var problems: [Refusal] = []
    private let catalog: Catalog
    private var places: [String: Int] = [:]

    /// What associated types are, as far as a protocol says it.
    private let fixed: [String: TypeStructure]

    /// Collects the requirements of protocols, those of the last one first.
    init(parents: [Declaration], catalog: Catalog, fixed: [String: TypeStructure]) {
        self.catalog = catalog
        self.fixed = fixed
        for (index, parent) in parents.enumerated().reversed() {
            for declaration in parent.members.flattened
            where declaration.kind != .associatedType && declaration.kind != .typeAlias {
                let conditions = Array(declaration.conditions.dropFirst(parent.conditions.count))
                let item = Item(declaration: declaration, parent: index, conditions: conditions)
                // A protocol alone requires nothing twice.
                if parents.count == 1 { items.append(item) } else { add(item) }
            }
        }
    }

    private mutating func add(_ item: Item) {
        let key = key(of: item)
        guard let place = places[key] else {
            places[key] = items.count
            return items.append(item)
        }
        let other = items[place]
        if let (first, second) = types(of: item.declaration, and: other.declaration), first != second {
            let name = item.declaration.name
            let reason = "`\(name)` is required as `\(first.text)` and as `\(second.text)`, and no type has both"
            problems.append(Refusal(item.declaration, reason))
        } else if item.declaration.satisfies(other.declaration) {
            items[place] = item
        } else if !other.declaration.satisfies(item.declaration) {
            let reason = "`\(item.declaration.name)` is required in two ways, with effects that exclude each other"
            problems.append(Refusal(item.declaration, reason))
        }
    }

    /// The types of two properties; nil for other declarations.
    private func types(of first: Declaration, and second: Declaration) -> (TypeStructure, TypeStructure)? {
        guard let left = first.bindings.first?.type, let right = second.bindings.first?.type else { return nil }
        return (meaning(of: left, in: first), meaning(of: right, in: second))
    }

    private func meaning(of type: TypeStructure, in declaration: Declaration) -> TypeStructure {
        let type = type.resolvingSelf(nil).replacing { $0.simpleName.flatMap { fixed[$0] } }
        return catalog.canonical(type, from: Catalog.scope(of: declaration))
    }

    /// What is the same for requirements that one declaration meets.
    private func key(of item: Item) -> String {
        let node = item.declaration
        let head = item.conditions.joined(separator: ",") + (node.isStatic ? " static " : " ")
        // Generic parameters are what they are by their place, whatever each protocol calls them.
        let generic = Dictionary(
            node.genericParameters.enumerated().map { ($1.name, TypeStructure(named: "\($0)")) },
            uniquingKeysWith: { first, _ in first }
        )
        func plain(_ type: TypeStructure) -> TypeStructure {
            meaning(of: type.replacing { $0.simpleName.flatMap { generic[$0] } }, in: node)
        }
        func word(of type: TypeStructure) -> String { "\(plain(type).hashValue)" }
        switch node.kind {
        case .property: return head + node.name
        case .function, .subscript, .initializer:
            let parameters = node.parameters.map {
                ($0.label ?? "_") + ":" + word(of: $0.type) + ($0.isVariadic ? "..." : "")
            }
            // Beside a method, one of the same name that is `async` is an overload.
            let overload = node.effects.isAsync ? " async " : " "
            let requirements = node.genericRequirements.map { $0.mapped(plain).text }
            let generics = node.genericsText(plain) + requirements.sorted().joined(separator: ",")
            return head + node.name + overload + generics + parameters.joined()
                + (node.result.map(word) ?? word(of: .tuple([])))
        default: return head + node.text
        }
    }
}

extension Declaration {
    /// The effects of a function, or of a getter.
    var allEffects: Effects { accessors.first { $0.name == "get" }?.effects ?? effects }

    /// Returns whether what meets this requirement meets another one of the same name and types too.
    fileprivate func satisfies(_ other: Declaration) -> Bool {
        let (own, others) = (allEffects, other.allEffects)
        if own.isAsync && !others.isAsync || !isSettable && other.isSettable { return false }
        switch (own.throwing, others.throwing) {
        case (.never, _), (_, .errors(nil)): return true
        case (.errors(let first?), .errors(let second?)): return first == second
        case (.rethrows, .rethrows): return true
        default: return false
        }
    }

    private var isSettable: Bool { accessors.contains { $0.name == "set" } }
}

extension Catalog {
    /// Returns the type with what its aliases stand for, and with the types around each name.
    func canonical(_ type: TypeStructure, from scope: Scope, depth: Int = 0) -> TypeStructure {
        guard depth < 16 else { return type }
        return type.replacing { part in
            if let alias = aliased(part, from: scope) {
                return canonical(alias.type, from: alias.scope, depth: depth + 1)
            }
            guard case .named(var name) = part, let full = part.fullName, let found = find(full, from: scope) else {
                return nil
            }
            name.qualifier = found.scope.isEmpty ? nil : TypeStructure(path: found.scope)
            name.arguments = name.arguments.map { canonical($0, from: scope, depth: depth + 1) }
            return .named(name)
        }
    }
}
