// modes: 5 6
final class Account: Sendable {
    static let shared = Account()
    init() { print("account made") }
    func name() -> String { "Ada" }
}

class Screen {
    // What a screen is called.
    let title = "screen"

    func appear() { print(title, Account.shared.name()) }
    var label: String { Account.shared.name() + "!" }
    subscript(index: Int) -> String { Account.shared.name() + "\(index)" }
    var count = 0 { didSet { print("count", Account.shared.name()) } }
    lazy var greeting = "Hello " + Account.shared.name()

    class Row {
        func show() { print("row", Account.shared.name()) }
    }

    deinit { print("bye", Account.shared.name()) }
}

extension Screen {
    func leave() { print("leave", Account.shared.name()) }
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
