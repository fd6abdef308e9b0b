final class Screen {
    func open() { Session.shared.renew() }
}
