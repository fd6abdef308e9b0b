// modes: 5 6 main
nonisolated final class Account: Sendable {
    static let shared = Account("shared")
    let name: String
    init(_ name: String) {
        print("account made")
        self.name = name
    }
    func greet(_ text: String) { print(text, name) }
}

@MainActor final class Feed {
    static var shared = Feed("first")
    let name: String
    init(_ name: String) { self.name = name }
}

nonisolated final class Analytics: Sendable {
    init() { print("analytics made") }
    func track(_ event: String) { print("track", event) }
}

nonisolated final class Counter {
    var count = 0
    func go() { count += 1 }
}

nonisolated enum Services {
    static let analytics = Analytics()
    nonisolated(unsafe) static let counter = Counter()
}

/// Takes one parameter, whatever it uses.
final class Screen {
    let title: String
    init(title: String) { self.title = title }
    func show() {
        Account.shared.greet(title)
        Services.analytics.track(title)
    }
}

@MainActor final class Model {
    func refresh() { Account.shared.greet(Feed.shared.name) }
    nonisolated func name() -> String { Account.shared.name }
}

actor Worker {
    let number: Int
    init(number: Int, done: @Sendable () -> Void) {
        self.number = number
        done()
    }
    func work() { Services.analytics.track("work \(number)") }
}

/// Its memberwise initializer would change.
nonisolated struct Value {
    var number = 1
    func show() { Account.shared.greet("value") }
}

/// Its instance isn't sendable.
nonisolated final class Counting {
    func count() { Services.counter.go() }
}

@main enum Program {
    @MainActor static func main() async {
        let screen = Screen(title: "start")
        print("before")
        screen.show()
        let model = Model()
        model.refresh()
        Feed.shared = Feed("second")
        model.refresh()
        print(model.name())
        await Worker(number: 1) { print("done") }.work()
        Value().show()
        Counting().count()
    }
}
