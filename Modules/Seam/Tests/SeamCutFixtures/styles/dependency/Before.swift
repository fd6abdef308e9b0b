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
    required init(title: String) { self.title = title }
    func show() { Account.shared.greet(title) }
    func later() -> () -> Void { { [weak self] in if let self { Account.shared.greet(self.title) } } }
}

/// Gets the wrapped property of its superclass, and its own.
final class Detail: Screen {
    override func show() {
        super.show()
        Account.shared.greet("detail")
    }
}

@MainActor final class Model {
    init() { print("model", Account.shared.name) }
    func refresh() { Account.shared.greet(Feed.shared.name) }
    func all() { [1, 2].forEach { _ in Account.shared.greet("all") } }
    func wait() async { await Task { Account.shared.greet("task") }.value }
}

/// A nonisolated member can't read what belongs to the caller's actor.
@MainActor final class Open {
    nonisolated func name() -> String { Account.shared.name }
    func show() { print(name()) }
}

/// A wrapped property is a variable, which a sendable class can't have.
nonisolated final class Shared: Sendable {
    func show() { Account.shared.greet("sendable") }
}

/// `print` would show the wrapped property.
nonisolated struct Value {
    var number = 1
    func show() { Account.shared.greet("value") }
}

/// Its instance isn't sendable.
nonisolated final class Counter {
    func count() { Loose.shared.go() }
}

actor Worker {
    func work() { Account.shared.greet("work") }
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
