final class Cart {
    static let shared = Cart()
    var lines: [String] = []
    var next: Cart { self }
}

final class Payment {
    static let shared = Payment()
    func pay(_ cart: Cart) {}
}

struct Visibility: Equatable {
    static let shared = Visibility(level: 1)
    static let secret = Visibility(level: 0)
    let level: Int
}

func configure(with cart: Cart) {}
func show(_ visibility: Visibility) {}

func run() {
    configure(with: .shared)
    Payment.shared.pay(.shared)
    show(.shared)
    let cart: Cart = .shared
    cart.lines = []
    let maybe: Cart? = .shared
    maybe?.lines.append("a")
    configure(with: .shared.next)
    let visibility: Visibility = .shared
    print(visibility == .secret)
}

func current() -> Cart { .shared }

func through() {
    current().lines = ["x"]
}
