protocol Clicker: Sendable {
    func click(_ id: Int) async -> Int
    func wait() async
}

func checkAsynchronousMethods() async throws {
    let fake = MockClicker(click: { $0 * 2 })
    fake.clickCalls.gate.hold()
    async let doubled = fake.click(4)
    await fake.clickCalls.gate.waitUntilHeld(1)
    expect(fake.clickCalls.inputs == [4] && fake.clickCalls.gate.heldCount == 1)
    fake.clickCalls.gate.release()
    expect(await doubled == 8)
    await fake.wait()
    expect(fake.waitCalls.count == 1)

    fake.clickCalls.gate.hold()
    let cancelled = Task { await fake.click(5) }
    await fake.clickCalls.gate.waitUntilHeld(1)
    cancelled.cancel()
    expect(await cancelled.value == 10)
}
