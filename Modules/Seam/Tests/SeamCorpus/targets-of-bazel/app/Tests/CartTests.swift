import Core

final class CartTests {
    func open() { Session.shared.renew() }
}
