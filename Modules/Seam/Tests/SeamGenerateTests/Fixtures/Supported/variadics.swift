protocol Printer: Sendable {
    func write(_ items: String..., separator: String)
}

func checkVariadics() async throws {
    let fake = MockPrinter()
    fake.write("a", "b", separator: ",")
    fake.write(separator: ";")
    expect(fake.writeCalls.inputs.map(\.items) == [["a", "b"], []])
    expect(fake.writeCalls.inputs.map(\.separator) == [",", ";"])
}
