import Shop_Kit

final class CartTests {
    func open() { Session.shared.renew() }
}
