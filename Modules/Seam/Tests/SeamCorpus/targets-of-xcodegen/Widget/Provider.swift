import CoreKit

final class Provider {
    func open() { Session.shared.renew() }
}
