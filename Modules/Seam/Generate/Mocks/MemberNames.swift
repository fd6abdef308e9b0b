/// Names of recorders that are unique within a fake.
struct MemberNames {
    /// How often each base name is required, which decides whether labels belong to the name.
    private let counts: [String: Int]
    private var taken: Set<String>

    /// Creates names for requirements of these base names.
    init(_ names: [String]) {
        counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        taken = Set(names.flatMap { [$0 + "Calls", $0 + "Value"] }.filter(Set(names).contains))
    }

    /// The name of a recorder: the base name if nothing else is called so, else with the labels, then the types.
    ///
    /// - Parameters:
    ///   - name: the base name, with `Get` or `Set` for an accessor.
    ///   - base: the base name.
    ///   - labels: the argument labels.
    ///   - types: the types of parameters and result.
    mutating func stem(_ name: String, of base: String, labels: [String], types: [String]) -> String {
        let labelled = name + labels.filter { $0 != "_" }.map(\.upperCamel).joined()
        let typed = labelled + types.map(Self.word).joined()
        let isOverloaded = (counts[base] ?? 1) > 1
        for candidate in (isOverloaded ? [] : [name]) + [labelled, typed] where insert(candidate) { return candidate }
        var number = 2
        while !insert(typed + "\(number)") { number += 1 }
        return typed + "\(number)"
    }

    private mutating func insert(_ stem: String) -> Bool {
        guard !taken.contains(stem + "Calls"), !taken.contains(stem + "Value") else { return false }
        taken.formUnion([stem + "Calls", stem + "Value"])
        return true
    }

    /// The letters of a type's text as part of a name.
    private static func word(_ type: String) -> String {
        let parts = type.split { !($0.isLetter || $0.isNumber) }
        return parts.filter { !["any", "some", "escaping", "Sendable", "inout"].contains($0) }
            .map { String($0).upperCamel }.joined()
    }

    /// A name with labels, as documentation writes it.
    static func title(_ name: String, _ labels: [String]) -> String {
        "\(name)(\(labels.map { $0 + ":" }.joined()))"
    }
}
