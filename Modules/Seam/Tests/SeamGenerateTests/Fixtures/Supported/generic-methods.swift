protocol Decoding: Sendable {
    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T
    func all<T: Decodable & Sendable>(of type: T.Type) async throws -> [T]
    func write<Value: Encodable & Sendable>(_ value: Value, to name: String) async
    func count<C>(_ values: C) -> Int where C: Collection, C.Element == Int
    func anything<T>(_ value: T) -> String
}

func checkGenericMethods() async throws {
    let fake = MockDecoding(
        decode: { type, text in type is Int.Type ? 1 as any Decodable : text },
        count: { $0.count },
        anything: { "\($0)" }
    )
    expect(try fake.decode(Int.self, from: "x") == 1)
    expect(try fake.decode(String.self, from: "x") == "x")
    do {
        _ = try fake.decode(Bool.self, from: "x")
        expect(false)
    } catch {
        expect((error as? UnexpectedResult)?.result == "x")
    }
    fake.allCalls.handler = { _ in [1, 2] }
    expect(try await fake.all(of: Int.self) == [1, 2])
    await fake.write(3, to: "three")
    expect(fake.writeCalls.inputs.map { $0.value as? Int } == [3] && fake.writeCalls.inputs.map(\.name) == ["three"])
    expect(fake.count([1, 2]) == 2)
    expect(fake.anything(4) == "4" && fake.anythingCalls.count == 1)
}
