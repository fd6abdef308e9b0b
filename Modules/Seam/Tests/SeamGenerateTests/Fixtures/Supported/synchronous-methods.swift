protocol Calculator {
    func sum(_ first: Int, and second: Int) -> Int
    func reset()
    @discardableResult func count() -> Int?
    func repeated(repeat: Int, for handler: String) -> [String]
    func unnamed(_: Int, _: String) -> Bool
}

func checkSynchronousMethods() async throws {
    let fake = MockCalculator(sum: { $0 + $1 }, unnamed: { $0 == 1 && $1 == "a" })
    let calculator: any Calculator = fake
    expect(calculator.sum(1, and: 2) == 3)
    calculator.reset()
    fake.count()
    expect(calculator.repeated(repeat: 2, for: "x") == [])
    expect(calculator.unnamed(1, "a"))
    expect(fake.sumCalls.inputs.map(\.first) == [1] && fake.sumCalls.inputs.map(\.second) == [2])
    expect(fake.resetCalls.count == 1)
    expect(fake.repeatedCalls.inputs.map(\.handler) == ["x"])
    fake.repeatedCalls.handler = { count, text in Array(repeating: text, count: count) }
    expect(calculator.repeated(repeat: 2, for: "x") == ["x", "x"])
}
