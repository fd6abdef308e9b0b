typealias Completion = (Int) -> Void

protocol Worker {
    func work(_ body: (Int) -> Int) -> Int
    func start(_ name: String, completion: @escaping Completion)
    func stop(then next: (() -> Void)?)
    func each(_ body: (Int) throws -> Void) throws
}

func checkClosures() async throws {
    let fake = MockWorker(work: { body in body(3) })
    expect(fake.work { $0 + 1 } == 4)
    var result = 0
    fake.start("a") { result = $0 }
    fake.startCalls.inputs[0].completion(9)
    expect(result == 9 && fake.startCalls.inputs[0].name == "a" && fake.workCalls.count == 1)
    fake.stop(then: nil)
    try fake.each { _ in }
    expect(fake.stopCalls.count == 1)
}
