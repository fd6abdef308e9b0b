protocol Table {
    subscript(row: Int, column column: String) -> Double { get set }
    subscript(name: String) -> Int? { get }
    subscript(safely index: Int) -> Int? { get throws }
}

func checkSubscripts() async throws {
    let fake = MockTable(subscriptGetColumn: { Double($0 + $1.count) })
    fake.subscriptGetCalls.handler = { $0.count }
    var table: any Table = fake
    expect(table[3, column: "ab"] == 5)
    table[3, column: "ab"] = 1.5
    expect(table["abc"] == 3)
    expect(try table[safely: 1] == nil)
    expect(fake.subscriptSetColumnCalls.inputs.map(\.newValue) == [1.5])
    expect(fake.subscriptSetColumnCalls.inputs.map(\.column) == ["ab"])
    expect(fake.subscriptGetSafelyCalls.inputs == [1])
}
