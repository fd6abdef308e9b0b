// modes: 5 6 main
import Foundation

/// The tree gives a framework's class an instance of its own.
extension NotificationCenter {
    static let app = NotificationCenter()

    func say(_ text: String) {
        print(self === NotificationCenter.app, text) // left: own
    }
}

/// A value is no instance that others share.
extension IndexPath {
    static let first = IndexPath(index: 1)
}

final class Screen {
    private let number: Int
    private var notificationCenter: NotificationCenter { .app }

    init(number: Int) { self.number = number }
    func show() { notificationCenter.say("screen \(number)") }
}

final class Plain {
    private var notificationCenter: NotificationCenter { .app }

    func show() { notificationCenter.say("plain") }
}

public final class Exposed {
    private var notificationCenter: NotificationCenter { .app }

    public init() {}
    public func show() { notificationCenter.say("exposed") }
}

struct Row {
    func show() { print(IndexPath.first.count) }
}

@main enum Program {
    @MainActor static func main() {
        Screen(number: 1).show()
        Plain().show()
        Exposed().show()
        Row().show()
    }
}
