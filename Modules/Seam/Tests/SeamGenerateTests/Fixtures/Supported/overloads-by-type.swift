protocol Reader {
    func read(_ key: String) -> Int
    func read(_ key: String) -> String
    func read(_ key: Int) -> Int
}

func checkOverloadsByType() async throws {
    let fake = MockReader(read: { _ in 1 }, readStringString: { _ in "a" }, readIntInt: { $0 })
    let number: Int = fake.read("x")
    let text: String = fake.read("y")
    let same: Int = fake.read(7)
    expect(number == 1 && text == "a" && same == 7)
    expect(fake.readCalls.inputs == ["x"] && fake.readStringStringCalls.inputs == ["y"])
    expect(fake.readIntIntCalls.inputs == [7])
}
