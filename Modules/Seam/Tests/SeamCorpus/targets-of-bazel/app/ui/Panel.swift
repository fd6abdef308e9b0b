import Core

final class Panel {
    func open() { Session.shared.renew() }
}
