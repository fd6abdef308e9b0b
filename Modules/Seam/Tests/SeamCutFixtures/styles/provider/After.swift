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
    private let injectedAppServices: AppServices?
    private var analytics: Analytics { injectedAppServices?.analytics ?? Services.analytics }

    private var account: Account { injectedAppServices?.account ?? .shared }

    init(title: String, appServices injectedAppServices: AppServices? = nil) {
        self.title = title
        self.injectedAppServices = injectedAppServices
    }
    func show() {
        account.greet(title)
        analytics.track(title)
    }
}

@MainActor final class Model {
    private let injectedAppServices: AppServices?
    private var shared: Feed { injectedAppServices?.feed ?? Feed.shared }

    nonisolated private var account: Account { injectedAppServices?.account ?? .shared }

    init(appServices injectedAppServices: AppServices? = nil) {
        self.injectedAppServices = injectedAppServices
    }

    func refresh() { account.greet(shared.name) }
    nonisolated func name() -> String { account.name }
}

actor Worker {
    let number: Int
    private let injectedAppServices: AppServices?
    private var analytics: Analytics { injectedAppServices?.analytics ?? Services.analytics }

    init(number: Int, appServices injectedAppServices: AppServices? = nil, done: @Sendable () -> Void) {
        self.number = number
        self.injectedAppServices = injectedAppServices
        done()
    }
    func work() { analytics.track("work \(number)") }
}

/// Its memberwise initializer would change.
nonisolated struct Value {
    var number = 1
    private var account: Account { .shared }

    func show() { account.greet("value") }
}

/// Its instance isn't sendable.
nonisolated final class Counting {
    private var counter: Counter { Services.counter }

    func count() { counter.go() }
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
