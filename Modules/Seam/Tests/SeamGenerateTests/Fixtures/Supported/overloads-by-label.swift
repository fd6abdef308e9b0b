protocol Finder {
    func find(by name: String) -> Int
    func find(at index: Int) -> Int
    func find(by name: String, in folder: String) -> Int
}

func checkOverloadsByLabel() async throws {
    let fake = MockFinder(
        findByStringToInt: { _ in 1 },
        findAtIntToInt: { _ in 2 },
        findByStringInStringToInt: { _, _ in 3 }
    )
    expect(fake.find(by: "a") == 1 && fake.find(at: 4) == 2 && fake.find(by: "a", in: "b") == 3)
    expect(fake.findByStringToIntCalls.inputs == ["a"] && fake.findAtIntToIntCalls.inputs == [4])
    expect(fake.findByStringInStringToIntCalls.count == 1)
}
