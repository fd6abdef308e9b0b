/// What a row found wrong; the contract adds the row's name.
struct Mismatch: Error {
    let expected: String
    let found: String
}

func expect<Value: Equatable>(_ found: Value, _ expected: Value) throws {
    if found != expected { throw Mismatch(expected: "\(expected)", found: "\(found)") }
}
