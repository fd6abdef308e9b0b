import CoreKit

final class Journal {
    func open() { Session.shared.renew() }
}
