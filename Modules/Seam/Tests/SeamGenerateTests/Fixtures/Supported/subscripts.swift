protocol Table {
    subscript(row: Int, column column: String) -> Double { get set }
    subscript(name: String) -> Int? { get }
    subscript(safely index: Int) -> Int? { get throws }
}

func checkSubscripts() async throws {
    let fake = MockTable(subscriptGetIntColumnString: { Double($0 + $1.count) })
    fake.subscriptGetStringCalls.handler = { $0.count }
    var table: any Table = fake
    expect(table[3, column: "ab"] == 5)
    table[3, column: "ab"] = 1.5
    expect(table["abc"] == 3)
    expect(try table[safely: 1] == nil)
    expect(fake.subscriptSetIntColumnStringCalls.inputs.map(\.newValue) == [1.5])
    expect(fake.subscriptSetIntColumnStringCalls.inputs.map(\.column) == ["ab"])
    expect(fake.subscriptGetSafelyIntCalls.inputs == [1])
}
