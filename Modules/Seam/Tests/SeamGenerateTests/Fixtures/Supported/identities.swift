protocol Numbered: Identifiable where ID == Int {
    var name: String { get }
}

protocol Lettered: Identifiable<String>, CustomStringConvertible {}

protocol Named: Identifiable {
    var id: String { get }
}

protocol Storable: Encodable, CustomDebugStringConvertible {
    func store()
}

protocol Painted where Self: Paintable {
    func wash()
}

protocol Paintable {
    func paint()
}

func checkIdentities() async throws {
    let numbered = MockNumbered(name: "n", id: 4)
    let lettered = MockLettered(id: "x")
    expect(numbered.id == 4 && lettered.id == "x" && "\(lettered)" == "MockLettered" && MockNamed(id: "i").id == "i")
    let storable = MockStorable()
    storable.store()
    expect(storable.storeCalls.count == 1 && storable.debugDescription == "MockStorable")
    let painted = MockPainted()
    painted.wash()
    painted.paint()
    expect(painted.washCalls.count == 1 && painted.paintCalls.count == 1)
}
