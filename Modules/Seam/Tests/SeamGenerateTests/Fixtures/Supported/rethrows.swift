protocol Runner {
    func run(_ body: () throws -> Int) rethrows -> Int
}

func checkRethrows() async throws {
    let fake = MockRunner(run: { (try? $0()) ?? 0 })
    expect((fake as any Runner).run { 4 } == 4 && fake.runCalls.count == 1)
}
