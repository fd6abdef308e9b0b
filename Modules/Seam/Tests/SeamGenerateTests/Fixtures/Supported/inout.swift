protocol Editor: Sendable {
    func edit(_ text: inout String, times: Int) throws -> Bool
}

func checkInout() async throws {
    let fake = MockEditor(edit: { text, times in
        text += String(times)
        return true
    })
    var text = "a"
    expect(try fake.edit(&text, times: 2) && text == "a2")
    expect(fake.editCalls.inputs.map(\.text) == ["a"])
}
