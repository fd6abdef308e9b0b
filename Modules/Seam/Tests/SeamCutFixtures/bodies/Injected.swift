// modes: 5 6
final class Account: Sendable {
    static let shared = Account()
    init() { print("account made") }
    func name() -> String { "Ada" }
}

class Screen {
    // What a screen is called.
    let title = "screen"

    private let injectedAccount: Account?
    private var account: Account { injectedAccount ?? .shared }

    init(account: Account? = nil) {
        self.injectedAccount = account
    }

    func appear() { print(title, account.name()) }
    var label: String { account.name() + "!" }
    subscript(index: Int) -> String { account.name() + "\(index)" }
    var count = 0 { didSet { print("count", account.name()) } }
    lazy var greeting = "Hello " + account.name()

    class Row {
        private let account: Account

        init(account: Account = .shared) {
            self.account = account
        }

        func show() { print("row", account.name()) }
    }

    deinit { print("bye", account.name()) }
}

extension Screen {
    func leave() { print("leave", account.name()) }
}

struct Badge { func draw() { print("badge", Account.shared.name()) } }

enum Mode {
    case light
    func describe() -> String {
        switch self {
        case .light: Account.shared.name().uppercased()
        }
    }
}

protocol Named {}
extension Named {
    func say() { print("named", Account.shared.name()) }
}
struct Cat: Named {}

extension Int {
    func times() { print(self, Account.shared.name()) }
}

@main enum Program {
    static func main() {
        print("start")
        do {
            let screen = Screen()
            print("made")
            screen.appear()
            print(screen.label, screen[3], screen.greeting)
            screen.count = 1
            Screen.Row().show()
            screen.leave()
        }
        Badge().draw()
        print(Mode.light.describe())
        Cat().say()
        7.times()
    }
}
