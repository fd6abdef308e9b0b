protocol Historic {
    var title: String! { get set }
    func name(_ key: String!, of number: Int) -> String!
    func list(_ numbers: [Int]!)
}

func checkImplicitlyUnwrapped() async throws {
    let fake = MockHistoric()
    fake.nameCalls.handler = { key, number in (key ?? "none") + "\(number)" }
    fake.title = "t"
    fake.list(nil)
    expect(fake.name("a", of: 2) == "a2" && fake.name(nil, of: 1) == "none1" && fake.title == "t")
    expect(fake.listCalls.inputs == [nil] && fake.nameCalls.inputs.map(\.key) == ["a", nil])
}
