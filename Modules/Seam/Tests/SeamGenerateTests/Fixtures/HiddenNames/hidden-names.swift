enum Error: Swift.Error { case failed }
struct CallRecorder {}
enum UnsetHandler {}
struct Sendable {}
struct Array {}
enum Result { case good }

protocol Worker {
    func work(_ recorder: CallRecorder) async throws(Error)
    func make<T: Decodable>(_ type: T.Type) throws -> T
    var error: Error? { get set }
}

protocol Workshop {
    static var size: Int { get }
    func open<T>(_ key: T) -> T
}

func checkHiddenNames() async throws {
    MockWorkshop.sizeValue.value = 2
    expect(MockWorkshop.size == 2 && MockWorkshop(open: { $0 }).open("a") == "a")
    MockWorkshop.resetStatics()
    let fake = MockWorker(make: { _ in 3 })
    try await fake.work(CallRecorder())
    expect(fake.workCalls.count == 1 && fake.error == nil)
    expect(try fake.make(Int.self) == 3)
}
