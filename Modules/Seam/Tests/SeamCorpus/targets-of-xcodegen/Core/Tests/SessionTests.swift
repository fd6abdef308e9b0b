import CoreKit

final class SessionTests {
    func open() { Session.shared.renew() }
}
