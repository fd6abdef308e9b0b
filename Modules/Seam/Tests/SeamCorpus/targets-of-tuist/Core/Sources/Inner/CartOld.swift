import CoreKit

final class CartOld {
    func open() { Session.shared.renew() }
}
