/// What a row found wrong. The contract adds the row's name.
struct Mismatch: Error {
    let expected: String
    let found: String
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value) throws {
    if found != expected { throw Mismatch(expected: "\(expected)", found: "\(found)") }
}

/// Throws unless both have the same elements, in any order.
func expectSame<Element: Hashable>(_ found: [Element], _ expected: [Element]) throws {
    func counts(_ elements: [Element]) -> [Element: Int] { elements.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    if counts(found) != counts(expected) { throw Mismatch(expected: "\(expected)", found: "\(found)") }
}
