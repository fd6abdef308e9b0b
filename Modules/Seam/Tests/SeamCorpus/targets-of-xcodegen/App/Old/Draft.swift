import CoreKit

final class Draft {
    func open() { Session.shared.renew() }
}
