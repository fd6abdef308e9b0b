// modes: 5 6 main
import Dependencies

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

nonisolated class Loose {
    nonisolated(unsafe) static let shared = Loose()
    var count = 0
    func go() { count += 1 }
}

class Screen {
    let title: String
    @Dependency(\.account) private var injectedAccount
    private var account: Account { injectedAccount ?? .shared }

    required init(title: String) { self.title = title }
    func show() { account.greet(title) }
    func later() -> () -> Void { { [weak self] in if let self { self.account.greet(self.title) } } }
}

/// Gets the wrapped property of its superclass, and its own.
final class Detail: Screen {
    @Dependency(\.account) private var injectedAccount
    private var account: Account { injectedAccount ?? .shared }

    override func show() {
        super.show()
        account.greet("detail")
    }
}

@MainActor final class Model {
    @Dependency(\.account) private var injectedAccount
    private var account: Account { injectedAccount ?? .shared }

    @Dependency(\.feed) private var injectedShared
    private var shared: Feed { injectedShared ?? Feed.shared }

    init() { print("model", account.name) }
    func refresh() { account.greet(shared.name) }
    func all() { [1, 2].forEach { _ in account.greet("all") } }
    func wait() async { await Task { [account] in account.greet("task") }.value }
}

/// A nonisolated member can't read what belongs to the caller's actor.
@MainActor final class Open {
    nonisolated private var account: Account { .shared }

    nonisolated func name() -> String { account.name }
    func show() { print(name()) }
}

/// A wrapped property is a variable, which a sendable class can't have.
nonisolated final class Shared: Sendable {
    private var account: Account { .shared }

    func show() { account.greet("sendable") }
}

/// `print` would show the wrapped property.
nonisolated struct Value {
    var number = 1
    private var account: Account { .shared }

    func show() { account.greet("value") }
}

/// Its instance isn't sendable.
nonisolated final class Counter {
    private var loose: Loose { .shared }

    func count() { loose.go() }
}

actor Worker {
    @Dependency(\.account) private var injectedAccount
    private var account: Account { injectedAccount ?? .shared }

    func work() { account.greet("work") }
}

@main enum Program {
    @MainActor static func main() async {
        let screen = Screen(title: "start")
        print("before")
        screen.show()
        screen.later()()
        Detail(title: "other").show()
        let model = Model()
        model.refresh()
        Feed.shared = Feed("second")
        model.refresh()
        model.all()
        await model.wait()
        Open().show()
        Shared().show()
        let value = Value()
        value.show()
        print(value)
        Counter().count()
        await Worker().work()
    }
}
