import Core

final class Cart {
    func open() { Session.shared.renew() }
}
