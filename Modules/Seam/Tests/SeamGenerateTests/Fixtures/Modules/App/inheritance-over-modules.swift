import Shop

protocol Cart: Priced, Sendable {
    func add(_ order: Order) async -> Bool
}

func checkInheritanceOverModules() async throws {
    let fake = MockCart(add: { $0.number > 0 }, price: { $0.count })
    expect(await fake.add(Order(number: 1)) && fake.price(of: "ab") == 2)
    expect(fake.addCalls.inputs == [Order(number: 1)])
}
