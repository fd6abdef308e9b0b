protocol Log {
    func debug(_ message: @autoclosure () -> String, level: Int)
    func later(_ message: @autoclosure @escaping () -> String)
}

func checkAutoclosures() async throws {
    let fake = MockLog()
    fake.debug("x", level: 2)
    expect(fake.debugCalls.inputs == [2])
    var seen = ""
    fake.debugCalls.handler = { message, _ in seen = message() }
    fake.debug("y", level: 1)
    fake.later("z")
    expect(seen == "y" && fake.laterCalls.inputs[0]() == "z")
}
