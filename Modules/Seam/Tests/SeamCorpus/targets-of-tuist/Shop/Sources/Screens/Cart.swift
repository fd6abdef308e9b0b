import CoreKit

final class Cart {
    func open() { Session.shared.renew() }
}
