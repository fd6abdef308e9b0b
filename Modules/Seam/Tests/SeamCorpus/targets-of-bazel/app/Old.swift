import Core

final class Old {
    func open() { Session.shared.renew() }
}
