final class Account: Equatable {
    static let shared = Account()
    var count = 0

    func load() { count += 1 }

    static func == (left: Account, right: Account) -> Bool { left === right }
}

enum Other {
    case shared
    case own
}

func same(_ account: Account) -> Bool { account == .shared }

func different(_ account: Account) -> Bool {
    return account !== .shared && account.count > 0
}

func filter(_ account: Account) -> String {
    switch account {
    case .shared: "shared"
    default: "other"
    }
}

func matches(_ account: Account) -> Bool {
    if case .shared = account { return true }
    return false
}

func perform(_ make: @autoclosure () -> Account) { make().load() }

func start() { perform(.shared) }

let all: [String: Account] = ["one": .shared]

func other(_ other: Other) -> Bool {
    if case .own = other { return false }
    return other == .shared
}
