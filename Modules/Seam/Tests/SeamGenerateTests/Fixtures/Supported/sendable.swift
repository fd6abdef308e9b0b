import Foundation

final class Token {
    var text = ""
}

// Nobody has written the types of what these store.
struct Stamp {
    var token = Token()
    var count = 1
}

struct Counted: Equatable {
    var names = ["a", "b"]
    var count = 1 + 2
    var nested = Part()

    struct Part: Equatable {
        var isOn = false
    }
}

protocol Session: Sendable {
    var user: String { get set }
    var token: Token { get }
    func send(_ data: [Int], done: @escaping @Sendable (Bool) -> Void)
    func attach(_ token: Token, name: String)
    func stamp(_ stamp: Stamp, _ counted: Counted)
    func list(_ names: NSMutableArray, _ defaults: UserDefaults, count: Int)
    func later(_ body: @escaping () -> Void)
}

struct Pair<First> {
    var first: First
    var all: [First]
}

struct SharedPair<First: Sendable> {
    var first: First
}

protocol Pairing where Self: Sendable {
    func pair(_ pair: Pair<Int>, _ shared: SharedPair<Int>) -> Int
    func buffer(_ buffer: ManagedBuffer<Int, Int>, _ count: Int)
}

func checkSendable() async throws {
    func needsSendable(_ value: some Sendable) {}
    let fake = MockSession(user: "a", tokenGet: { Token() })
    needsSendable(fake)
    fake.sendCalls.handler = { data, done in done(data.isEmpty) }
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
            group.addTask { fake.send([number]) { _ in } }
        }
    }
    expect(Set(fake.sendCalls.inputs.flatMap(\.data)) == Set(0..<100))
    fake.attach(Token(), name: "t")
    fake.stamp(Stamp(), Counted())
    expect(fake.stampCalls.inputs == [Counted()])
    fake.list([], .standard, count: 2)
    expect(fake.listCalls.inputs == [2])
    fake.later {}
    fake.user = "b"
    expect(fake.attachCalls.inputs == ["t"] && fake.laterCalls.count == 1)
    expect(fake.userValue.writes == ["b"] && fake.token.text == "")
    let pairing = MockPairing(pair: { $0.first + $1.first })
    needsSendable(pairing)
    // Whether a generic structure is `Sendable` is decided by what its parameter promises.
    expect(pairing.pair(Pair(first: 1, all: []), SharedPair(first: 2)) == 3)
    expect(pairing.pairCalls.inputs.map(\.first) == [2])
}
