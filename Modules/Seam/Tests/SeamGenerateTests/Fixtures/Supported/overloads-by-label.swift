protocol Finder {
    func find(by name: String) -> Int
    func find(at index: Int) -> Int
    func find(by name: String, in folder: String) -> Int
}

func checkOverloadsByLabel() async throws {
    let fake = MockFinder(findBy: { _ in 1 }, findAt: { _ in 2 }, findByIn: { _, _ in 3 })
    expect(fake.find(by: "a") == 1 && fake.find(at: 4) == 2 && fake.find(by: "a", in: "b") == 3)
    expect(fake.findByCalls.inputs == ["a"] && fake.findAtCalls.inputs == [4] && fake.findByInCalls.count == 1)
}
