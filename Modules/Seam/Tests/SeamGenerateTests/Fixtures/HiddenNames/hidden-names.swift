enum Error: Swift.Error { case failed }
struct CallRecorder {}
struct Sendable {}
struct Array {}

protocol Worker {
    func work(_ recorder: CallRecorder) async throws(Error)
    func make<T: Decodable>(_ type: T.Type) throws -> T
    var error: Error? { get set }
}

func checkHiddenNames() async throws {
    let fake = MockWorker(make: { _ in 3 })
    try await fake.work(CallRecorder())
    expect(fake.workCalls.count == 1 && fake.error == nil)
    expect(try fake.make(Int.self) == 3)
}
