final class Bank {
    static let shared = Bank()
    var balance: Int?
    var state = 0
    func open() throws -> Bank { self }
    func sync() async throws -> Int { 0 }
}

func wrapped(_ list: [Int]) async throws {
    try? await Task.sleep(nanoseconds: 1)
    let first = try? Bank.shared.open()
    first?.state = 3
    _ = try await Bank.shared.sync()
    (Bank.shared).state = 1
    (Bank.shared as AnyObject as? Bank)?.state = 2
    let big = Bank.shared.state > 2 ? Bank.shared.balance : nil
    switch Bank.shared.state {
    case 0 where Bank.shared.balance == nil: break
    default: Bank.shared.balance = big
    }
    guard let balance = Bank.shared.balance else { return }
    defer { Bank.shared.state = balance }
    for value in list where value > Bank.shared.state { print(value) }
    while Bank.shared.state < 3 { Bank.shared.state += 1 }
    if case let value? = Bank.shared.balance { print(value) }
    repeat { print("once") } while Bank.shared.state == 9
}
