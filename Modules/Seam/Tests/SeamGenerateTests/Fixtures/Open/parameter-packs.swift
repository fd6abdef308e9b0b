protocol Packed {
    func pack<each T>(_ values: repeat each T)  // lacks: it has a parameter pack
    init(name: String)
}

final class FakePacked: MockPacked, Packed {
    func pack<each T>(_ values: repeat each T) {}
}

func checkParameterPacks() async throws {
    let fake: any Packed = FakePacked(name: "p")
    fake.pack(1, "a")
    expect(MockPacked.initCalls.inputs == ["p"])
    MockPacked.resetStatics()
}
