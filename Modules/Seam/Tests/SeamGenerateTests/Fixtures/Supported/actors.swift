protocol Clerk: Actor {
    func work(_ hours: Int) -> Int
    func wait(for name: String) async throws
    func visit(_ place: Place) -> Place
    nonisolated func greet(_ name: String) -> String?
    var salary: Int { get set }
    var title: String { get async }
    subscript(index: Int) -> String? { get }
}

final class Place {}

protocol Archive<Page>: Actor, CustomStringConvertible {
    associatedtype Page
    func page(_ number: Int) async -> Page
}

protocol Hired: Actor {
    init(name: String)
    func start()
}

func checkActors() async throws {
    let clerk = MockClerk(work: { $0 * 2 }, visit: { $0 }, salary: 1, titleGet: { "boss" })
    let seen: any Clerk = clerk
    expect(await seen.work(4) == 8 && clerk.workCalls.inputs == [4])
    try await seen.wait(for: "n")
    expect(clerk.waitCalls.inputs == ["n"] && seen.greet("g") == nil && clerk.greetCalls.inputs == ["g"])
    expect(await seen.salary == 1 && clerk.salaryValue.reads == 1)
    expect(await seen.title == "boss")
    expect(await seen[2] == nil)

    let archive = MockArchive<Int>(page: { $0 + 1 })
    expect(await archive.page(1) == 2 && archive.description == "MockArchive")

    let hired = MockHired(name: "h")
    await hired.start()
    expect(hired.startCalls.count == 1 && MockHired.initCalls.inputs == ["h"])
    MockHired.resetStatics()
}
