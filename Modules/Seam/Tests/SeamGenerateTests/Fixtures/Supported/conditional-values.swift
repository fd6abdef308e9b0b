protocol Probe {
    #if DEBUG
        func probe() -> Int
        var depth: Int { get }
    #endif
    #if !DEBUG
        func other() -> Int
    #endif
}

func checkConditionalValues() async throws {
    let fake = MockProbe()
    fake.probeCalls.handler = { 3 }
    fake.depthValue.value = 4
    expect(fake.probe() == 3 && fake.depth == 4)
}
