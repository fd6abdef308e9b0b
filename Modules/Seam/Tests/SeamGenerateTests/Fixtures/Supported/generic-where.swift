protocol Merger {
    func merge<First: Sequence, Second: Sequence>(_ first: First, _ second: Second) -> Int
    where First.Element == Second.Element, First.Element: Comparable
    func put<Key: Hashable, Value>(_ values: [Key: Value]) where Value: CustomStringConvertible
    func best<T>(of values: T...) -> Int where T: Comparable
}

func checkGenericWhere() async throws {
    let fake = MockMerger(
        merge: { first, second in first.underestimatedCount + second.underestimatedCount },
        best: { $0.count }
    )
    let merger: any Merger = fake
    expect(merger.merge([1, 2], [3]) == 3)
    merger.put(["a": 1])
    expect(merger.best(of: 3, 4) == 2)
    expect(fake.mergeCalls.count == 1 && fake.putCalls.count == 1)
    expect(fake.bestCalls.inputs[0].compactMap { $0 as? Int } == [3, 4])
}
