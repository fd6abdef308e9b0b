// modes: 5 6 main
final class Account: Sendable {
    static let shared = Account(name: "Ada")
    let name: String
    init(name: String) {
        self.name = name
        print("account made", name)
    }
}

/// No initializer.
final class Plain {
    var count = 1
    private let injectedAccount: Account?
    private var account: Account { injectedAccount ?? .shared }

    init(account: Account? = nil) {
        injectedAccount = account
    }

    func show() { print("plain", account.name, count) }
}

/// One initializer, and makers that name it.
final class Screen {
    let title: String
    private let injectedAccount: Account?
    private var account: Account { injectedAccount ?? .shared }

    init(title: String, size: Int = 3, account: Account? = nil) {
        self.title = title
        injectedAccount = account
        print("screen", size)
    }

    convenience init() {
        self.init(title: "none")
    }

    func show() { print(title, account.name) }
}

/// Parameters on lines of their own, and a closure that is written behind the call.
final class Loader {
    let body: (String) -> Void
    private let injectedAccount: Account?
    private var account: Account { injectedAccount ?? .shared }

    init(
        count: Int,
        account: Account? = nil,
        body: @escaping (String) -> Void
    ) {
        self.body = body
        injectedAccount = account
    }

    func run() { body(account.name) }
}

class Base {
    let value: Int
    init(value: Int) { self.value = value }
    init(twice value: Int) { self.value = value * 2 }
}

/// An initializer that overrides another takes none; the others do.
final class Derived: Base {
    private let injectedAccount: Account?
    private var account: Account { injectedAccount ?? .shared }

    override init(value: Int) {
        injectedAccount = nil
        super.init(value: value)
    }
    init(name: String, account: Account? = nil) {
        injectedAccount = account
        super.init(value: name.count)
    }
    init?(maybe: Bool, account: Account? = nil) {
        guard maybe else { return nil }
        injectedAccount = account
        super.init(value: 0)
    }
    func show() { print(value, account.name) }
}

/// The initializer uses the property itself.
final class Early {
    let name: String
    private let injectedAccount: Account?
    private var account: Account { injectedAccount ?? .shared }

    init(account injectedAccount: Account? = nil) {
        self.injectedAccount = injectedAccount
        name = "early"
        print(account.name)
    }
}

@main enum Program {
    static func main() {
        print("start")
        let screen = Screen(title: "a")
        print("made")
        screen.show()
        Screen().show()
        Screen(title: "b", size: 4).show()
        Plain().show()
        Loader(count: 1) { print($0) }.run()
        Loader(count: 1, body: { print($0) }).run()
        Derived(value: 1).show()
        Derived(name: "abc").show()
        print(Derived(maybe: false)?.value ?? -1)
        Derived(maybe: true)?.show()
        print(Early().name)
    }
}
