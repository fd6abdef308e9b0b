protocol Reader {
    func read(_ key: String) -> Int
    func read(_ key: String) -> String
    func read(_ key: Int) -> Int
}

func checkOverloadsByType() async throws {
    let fake = MockReader(readStringToInt: { _ in 1 }, readStringToString: { _ in "a" }, readIntToInt: { $0 })
    let number: Int = fake.read("x")
    let text: String = fake.read("y")
    let same: Int = fake.read(7)
    expect(number == 1 && text == "a" && same == 7)
    expect(fake.readStringToIntCalls.inputs == ["x"] && fake.readStringToStringCalls.inputs == ["y"])
    expect(fake.readIntToIntCalls.inputs == [7])
}
