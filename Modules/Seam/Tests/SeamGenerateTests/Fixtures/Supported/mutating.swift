protocol Counter {
    mutating func add(_ count: Int)
    var total: Int { mutating get nonmutating set }
}

func checkMutating() async throws {
    let fake = MockCounter(total: 1)
    var counter: any Counter = fake
    counter.add(2)
    counter.total = 3
    expect(fake.addCalls.inputs == [2] && fake.total == 3)
}
