import SeamKit

/// The associated types of a protocol and its parents, as generic parameters of a fake.
struct AssociatedTypes {
    /// Names of the generic parameters, in the order of declaration.
    private(set) var names: [String] = []
    private(set) var requirements: [String] = []
    /// Associated types that the protocol itself fixes.
    private(set) var aliases: [(name: String, type: TypeStructure)] = []
    private var bounds: [String: [TypeStructure]] = [:]

    /// Creates the parameters for protocols, parents first.
    init(sites: [Declaration]) {
        for site in sites { declare(site) }
        let primary = Dictionary(
            sites.map { ($0.name, $0.primaryAssociatedTypes) },
            uniquingKeysWith: { first, _ in first }
        )
        for site in sites { constrain(site, primary: primary) }
        let fixed = Set(aliases.map(\.name))
        names.removeAll { fixed.contains($0) }
        // What is asked of a type is asked of what it is made of.
        for (name, type) in aliases {
            for bound in bounds[name] ?? [] { require("\(type.text): \(bound.text)", of: type) }
        }
    }

    /// Whether something is asked of the parameters.
    var areConstrained: Bool { names.contains { bounds[$0]?.isEmpty == false } }

    /// Returns the parameters with the types that each conforms to.
    func parameters(isShared: Bool) -> [String] {
        names.map { name in
            var all = bounds[name] ?? []
            let sendable = TypeStructure(named: "Sendable")
            if isShared, !all.contains(sendable) { all.append(sendable) }
            return all.isEmpty ? name.escaped : "\(name.escaped): \(all.map(\.text).joined(separator: " & "))"
        }
    }

    private mutating func declare(_ site: Declaration) {
        for node in site.members where node.kind == .associatedType {
            let name = node.name
            if !names.contains(name) { names.append(name) }
            // Copyable types meet what others do.
            for bound in node.inherited where !bound.type.isSuppressed { add(bound.type.withoutSelf, to: name) }
        }
    }

    private mutating func add(_ bound: TypeStructure, to name: String) {
        if !bounds[name, default: []].contains(bound) { bounds[name, default: []].append(bound) }
    }

    private mutating func constrain(_ site: Declaration, primary: [String: [String]]) {
        for inherited in site.inherited {
            // `protocol Names: Store<String>` fixes the primary associated type of `Store`.
            for (name, argument) in zip(primary[inherited.type.simpleName ?? ""] ?? [], inherited.type.arguments) {
                fix(TypeStructure(named: name), to: argument.withoutSelf)
            }
        }
        let associated = site.members.filter { $0.kind == .associatedType }
        for requirement in ([site] + associated).flatMap(\.genericRequirements) {
            switch requirement.mapped(\.withoutSelf) {
            case .sameType(let left, let right): fix(left, to: right)
            case .conformance(let left, let right):
                if left.simpleName == "Self" { continue }
                if let name = left.simpleName, names.contains(name) {
                    add(right, to: name)
                } else {
                    require("\(left.text): \(right.text)", of: left)
                }
            case .layout(let text):
                let text = text.replacing("Self.", with: "")
                require(text, of: TypeStructure(named: String(text.prefix { $0 != ":" && $0 != "." })))
            }
        }
    }

    private mutating func require(_ text: String, of types: TypeStructure...) {
        // What a parent that isn't declared calls its types says nothing here.
        guard types.contains(where: { $0.mentions(Set(names)) }), !requirements.contains(text) else { return }
        requirements.append(text)
    }

    private mutating func fix(_ left: TypeStructure, to right: TypeStructure) {
        if let name = left.simpleName, names.contains(name) {
            if !aliases.contains(where: { $0.name == name }) { aliases.append((name, right)) }
        } else if let name = right.simpleName, names.contains(name) {
            fix(right, to: left)
        } else {
            require("\(left.text) == \(right.text)", of: left, right)
        }
    }
}

extension TypeStructure {
    /// The type with `Item` for `Self.Item`.
    fileprivate var withoutSelf: TypeStructure { resolvingSelf(nil) }

    /// Returns the type with another for `Self`, and with `Item` for `Self.Item`.
    func resolvingSelf(_ selfType: TypeStructure?) -> TypeStructure {
        replacing { type in
            guard case .named(var name) = type else { return nil }
            if name.qualifier?.simpleName == "Self" {
                name.qualifier = nil
                name.arguments = name.arguments.map { $0.resolvingSelf(selfType) }
                return .named(name)
            }
            return type.simpleName == "Self" ? selfType : nil
        }
    }
}
