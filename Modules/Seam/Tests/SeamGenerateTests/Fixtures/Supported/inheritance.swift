protocol Readable: Sendable {
    func read() -> String
    func size() -> Int
}

protocol Closable {
    func close()
}

// `Loader` is declared in another file.
protocol File: Readable, Closable & Loader {
    func read() -> String
    var path: String { get }
}

func checkInheritance() async throws {
    let fake = MockFile(read: { "r" }, path: "p", load: { $0 }, size: { 1 })
    let readable: any Readable = fake
    expect(readable.read() == "r" && readable.size() == 1 && fake.path == "p")
    fake.close()
    expect(try (fake as any Loader).load("l") == "l")
    expect(fake.closeCalls.count == 1 && fake.readCalls.count == 1 && fake.loadCalls.inputs == ["l"])
}
