/// Names of recorders that are unique within a fake.
struct MemberNames {
    /// How often each base name is required, which determines whether labels are part of the recorder's name.
    private let counts: [String: Int]
    private var taken: Set<String>

    /// Creates names for requirements of these base names.
    init(_ names: [String]) {
        counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        taken = Set(names.flatMap { [$0 + "Calls", $0 + "Value"] }.filter(Set(names).contains))
    }

    /// Returns the name of a recorder: the base name if it is unique, else with the labels, then with the types.
    ///
    /// - Parameters:
    ///   - name: the base name, with `Get` or `Set` for an accessor.
    ///   - base: the base name.
    ///   - labels: the argument labels; nil for `_`.
    ///   - types: the types of parameters and result.
    mutating func stem(_ name: String, of base: String, labels: [String?], types: [String]) -> String {
        let labelled = name + labels.compactMap { $0?.upperCamel }.joined()
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

    /// Returns the letters of a type's text as part of a name.
    private static func word(_ type: String) -> String {
        let parts = type.split { !($0.isLetter || $0.isNumber) }
        return parts.filter { !["any", "some", "escaping", "Sendable", "inout"].contains($0) }
            .map { String($0).upperCamel }.joined()
    }

    /// Returns a name with labels, in the notation of documentation.
    static func title(_ name: String, _ labels: [String]) -> String {
        "\(name)(\(labels.map { $0 + ":" }.joined()))"
    }
}
