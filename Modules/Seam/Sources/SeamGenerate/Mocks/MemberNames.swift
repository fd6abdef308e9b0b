import SeamKit

/// Names of recorders within a fake.
///
/// A name depends on the requirement alone: on its base name, labels and types. The order of requirements never counts.
struct MemberNames {
    /// The names of one recorder.
    struct Names {
        /// `pay` in `payCalls`: the base name while no other requirement has it, else the full name.
        var stem: String
        /// The full name, `payIntForStringToReceipt`, if that isn't the stem.
        var full: String?
        /// The name of the handler's type: `PayHandler`.
        var handler: String
    }

    /// A recorder that needs a name.
    private struct Wanted {
        var place: String
        /// The possible names, the shortest first.
        var candidates: [String]
        var full: String
        var node: Declaration
        var level = 0

        var stem: String {
            level < candidates.count ? candidates[level] : (candidates.last ?? full) + "\(level - candidates.count + 2)"
        }
    }

    private let names: [String: Names]

    /// Creates names for the requirements of a fake.
    init(of requirements: [Declaration]) {
        var wanted = Dictionary(grouping: requirements, by: \.name).values.flatMap { group in
            group.flatMap { node in
                let isAlone = !group.contains { $0.offset != node.offset && !$0.isExclusive(of: node) }
                return (node.kind == .property || node.kind == .subscript ? ["", "Get", "Set"] : [""]).map { ending in
                    Self.wanted(node, ending: ending, isAlone: isAlone)
                }
            }
        }
        let taken = Set(requirements.map(\.name))
        let types = Set(requirements.flatMap(\.typeNames))
        // Whoever shares a name takes the next one, whichever comes first.
        while true {
            let all = Dictionary(grouping: wanted.indices) { wanted[$0].stem.upperCamel }
            let shared = all.values.filter { indices in
                let nodes = indices.map { wanted[$0].node }
                return Self.isTaken(wanted[indices[0]].stem, in: taken)
                    || nodes.indices.contains { first in
                        nodes[..<first].contains { !$0.isExclusive(of: nodes[first]) }
                    }
            }
            if shared.isEmpty { break }
            for indices in shared {
                let isNumbered = indices.allSatisfy { wanted[$0].level + 1 >= wanted[$0].candidates.count }
                let sorted = indices.sorted { wanted[$0].node.text < wanted[$1].node.text }
                // The last resort are numbers, in the order of the texts.
                for index in isNumbered && indices.count > 1 ? Array(sorted.dropFirst()) : sorted {
                    wanted[index].level += 1
                }
            }
        }
        let stems = Set(wanted.map(\.stem.upperCamel))
        let fulls = Dictionary(wanted.map { ($0.full.upperCamel, 1) }, uniquingKeysWith: +)
        var names: [String: Names] = [:]
        for item in wanted {
            let isFree = fulls[item.full.upperCamel] == 1 && !stems.contains(item.full.upperCamel)
            let full = isFree && !Self.isTaken(item.full, in: taken) ? item.full : nil
            names[item.place] = Names(stem: item.stem, full: full, handler: Self.handler(for: item.stem, types: types))
        }
        self.names = names
    }

    /// Returns the names of a recorder.
    ///
    /// - Parameter ending: `Get` or `Set` for an accessor.
    func names(of node: Declaration, ending: String = "") -> Names {
        names[Self.place(of: node, ending: ending)]
            ?? Names(stem: node.name + ending, handler: Self.handler(for: node.name + ending, types: []))
    }

    /// Returns the name of a handler's type, which must not hide a type of the requirements.
    private static func handler(for stem: String, types: Set<String>) -> String {
        let names = ["Handler", "CallHandler", "CallsHandler"].map { stem.upperCamel + $0 }
        return names.first { !types.contains($0) } ?? "Own" + names[0]
    }

    private static func isTaken(_ stem: String, in taken: Set<String>) -> Bool {
        taken.contains(stem + "Calls") || taken.contains(stem + "Value")
    }

    private static func place(of node: Declaration, ending: String) -> String {
        "\(node.document.path):\(node.offset)\(ending)"
    }

    private static func wanted(_ node: Declaration, ending: String, isAlone: Bool) -> Wanted {
        let short = node.name.identifier + ending
        let parameters = node.parameters.map {
            ($0.label?.upperCamel ?? "") + $0.type.word + ($0.isVariadic ? "List" : "")
        }
        let type = node.kind == .function ? node.result : nil
        let result = type.map { $0.isVoid ? "" : "To" + $0.word } ?? ""
        let full =
            short + (node.isStatic ? "Static" : "") + parameters.joined() + (node.effects.isAsync ? "Async" : "")
            + result
        return Wanted(
            place: place(of: node, ending: ending),
            candidates: (isAlone ? [short] : []) + [full, full + node.distinction],
            full: full,
            node: node
        )
    }

    /// Returns a name with labels, in the notation of documentation.
    static func title(of name: String, labels: [String]) -> String {
        "\(name)(\(labels.map { $0 + ":" }.joined()))"
    }
}

extension Declaration {
    /// What overloads can differ in that have the same full name: the type of a subscript, and what is asked of generic parameters.
    fileprivate var distinction: String {
        let result = kind == .subscript ? result.map { "To" + $0.word } ?? "" : ""
        return result + (genericParameters.isEmpty ? "" : constraintWords)
    }

    private var constraintWords: String {
        let own = genericParameters.flatMap { parameter in
            parameter.bounds.map { TypeStructure(named: parameter.name).word + $0.word }
        }
        let others = genericRequirements.flatMap { requirement -> [String] in
            switch requirement {
            case .conformance(let left, let right): right.composed.map { left.word + $0.word }
            case .sameType(let left, let right): [left.word + "Is" + right.word]
            case .layout: []
            }
        }
        // It means the same in either place, and in any order.
        let words = (own + others).sorted()
        return words.isEmpty ? "Unconstrained" : "Where" + words.joined(separator: "And")
    }

    /// The names of types in it that have nothing before them.
    fileprivate var typeNames: [String] {
        func names(in type: TypeStructure) -> [String] {
            (type.simpleName.map { [$0] } ?? []) + type.parts.flatMap(names)
        }
        let types = parameters.map(\.type) + bindings.compactMap(\.type) + (result.map { [$0] } ?? [])
        let bounds = genericParameters.flatMap(\.bounds)
        return (types + bounds + effects.errorTypes).flatMap(names)
    }

    /// Returns whether the two are never compiled together, since they are in different branches of an `#if`.
    fileprivate func isExclusive(of other: Declaration) -> Bool {
        let (own, others) = (conditions, other.conditions)
        return own.contains { first in
            others.contains { second in
                first.contains("!(\(second.ownCondition))") || second.contains("!(\(first.ownCondition))")
            }
        }
    }
}

extension String {
    /// What a branch of an `#if` says itself, without what it says of those before it.
    fileprivate var ownCondition: Substring {
        guard hasPrefix("!("), let range = ranges(of: " && (").last else { return self[...] }
        return self[range.upperBound...].dropLast()
    }

    /// The letters and digits of a name, which may be a raw identifier in backticks.
    fileprivate var identifier: String {
        let words = split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        return words.first.map { $0 + words.dropFirst().map(\.upperCamel).joined() } ?? self
    }
}

extension TypeStructure {
    /// The type as part of a name. Types that mean the same have the same word: `Int?`, `Optional<Int>`.
    fileprivate var word: String {
        func words(of types: [TypeStructure]) -> String { types.map(\.word).joined() }
        switch self {
        case .named(let name):
            if isVoid { return "Void" }
            let outer = standardName == name.name ? "" : name.qualifier?.word ?? ""
            return outer + name.name.identifier.upperCamel + words(of: name.arguments)
        case .optional(let type), .implicitlyUnwrapped(let type): return "Optional" + type.word
        case .array(let type): return "Array" + type.word
        case .dictionary(let key, let value): return "Dictionary" + key.word + value.word
        case .tuple(let elements): return elements.isEmpty ? "Void" : "Tuple" + words(of: elements.map(\.type))
        case .function(let function):
            let effects = (function.effects.isAsync ? "Async" : "") + (function.effects.isThrowing ? "Throwing" : "")
            let result = function.result.isVoid ? "" : "To" + function.result.word
            return effects + "Closure" + words(of: function.parameters.map(\.type)) + result
        case .existential(let type), .packExpansion(let type), .packElement(let type): return type.word
        case .opaque(let type): return "Some" + type.word
        case .composition(let types): return types.map(\.word).joined(separator: "And")
        case .metatype(let type, _): return type.word + "Type"
        case .suppressed(let type): return "Non" + type.word
        case .modified(let type, let specifiers, _): return (specifiers.contains("inout") ? "Inout" : "") + type.word
        case .unknown(let text): return text.identifier.upperCamel
        }
    }
}
