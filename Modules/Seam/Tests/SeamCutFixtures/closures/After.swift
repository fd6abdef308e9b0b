// modes: 5 6
/// Making it is seen, so it may not be made early.
final class Loud: Sendable {
    static let shared = Loud()
    init() { print("loud made") }
    func go(_ text: String) { print("loud", text) }
}

final class Quiet: Sendable {
    static let shared = Quiet()
    let prefix = "quiet"
    func go(_ text: String) { print(prefix, text) }
}

final class Screen {
    private static var quiet: Quiet { .shared }

    private static var loud: Loud { .shared }

    let name = "screen"
    let size = 3
    var kept: [() -> Void] = []
    private var quiet: Quiet { .shared }

    private var loud: Loud { .shared }

    func immediate() {
        ["a", "b"].forEach { loud.go($0) }
        let pair = ["c"].map { text in
            loud.go(text); return text
        }
        _ = { loud.go("d") }()
        print(pair)
    }

    func holding() {
        kept.append {
            self.show(); self.loud.go("self")
        }
        kept.append { [self] in loud.go(name) }
        kept.append { [self] in Screen.loud.go("unused") }
        kept.append { [self] in
            #if DEBUG
            self.show()
            #endif
            Screen.loud.go("branch")
        }
        kept.append { [self, name] in Screen.loud.go(name) }
        let size = "local"
        kept.append { [self] in Screen.loud.go(size) }
    }

    func run(_ body: () -> Void) { body() }

    func escaping() {
        kept.append { [quiet] in quiet.go("captured") }
        kept.append { [quiet] () -> Void in quiet.go("signature") }
        kept.append { [name, quiet] in quiet.go(name) }
        kept.append { Screen.loud.go("late") }
        kept.append { [self] in
            #if DEBUG
            self.show()
            #else
            print("not shown")
            #endif
            Screen.loud.go("branch")
        }
    }

    func weakly() {
        kept.append { [weak self] in
            Screen.loud.go("weak")
            self?.show()
        }
        kept.append { [weak self] in
            guard let self else { return }
            loud.go("unwrapped")
            show()
        }
        kept.append { [weak self] in
            guard let self else { return }
            _ = { self.run { Screen.loud.go("nested"); Screen.quiet.go("nested") } }()
            self.run { [quiet] in Screen.loud.go("direct"); quiet.go("direct") }
        }
        kept.append { [weak self] in
            if let self {
                loud.go("bound")
                show()
            }
        }
        kept.append { [weak self, quiet] in
            quiet.go("weak")
            self?.show()
        }
    }

    func local() {
        func alone() { Screen.loud.go("alone") }
        func holding() { self.show(); loud.go("holding") }
        alone()
        holding()
        kept.append(alone)
    }

    func either(_ value: Bool?) -> Bool { value ?? loud.isReady }

    func show() { print(name) }

    deinit { print("screen gone") }
}

struct Row {
    private var quiet: Quiet { .shared }

    private static var loud: Loud { .shared }

    func keep(_ list: inout [() -> Void]) {
        list.append { [quiet] in
            quiet.go("row")
            Row.loud.go("late")
        }
    }
}

extension Loud { var isReady: Bool { true } }

@main enum Program {
    static func main() {
        var kept: [() -> Void] = []
        do {
            let screen = Screen()
            screen.escaping()
            screen.weakly()
            kept = screen.kept
            screen.kept = []
        }
        Row().keep(&kept)
        print("run")
        for body in kept { body() }
        let screen = Screen()
        screen.immediate()
        screen.holding()
        screen.local()
        print(screen.either(nil))
        for body in screen.kept { body() }
        screen.kept = []
    }
}
