import Shop_Kit

final class OldCart {
    func open() { Session.shared.renew() }
}
