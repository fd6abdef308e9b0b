import CoreKit

final class CartTests {
    func open() { Session.shared.renew() }
}
