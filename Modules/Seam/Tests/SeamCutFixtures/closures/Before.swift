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
    let name = "screen"
    let size = 3
    var kept: [() -> Void] = []

    func immediate() {
        ["a", "b"].forEach { Loud.shared.go($0) }
        let pair = ["c"].map { text in
            Loud.shared.go(text); return text
        }
        _ = { Loud.shared.go("d") }()
        print(pair)
    }

    func holding() {
        kept.append {
            self.show(); Loud.shared.go("self")
        }
        kept.append { [self] in Loud.shared.go(name) }
        kept.append { [self] in Loud.shared.go("unused") }
        kept.append { [self] in
            #if DEBUG
            self.show()
            #endif
            Loud.shared.go("branch")
        }
        kept.append { [self, name] in Loud.shared.go(name) }
        let size = "local"
        kept.append { [self] in Loud.shared.go(size) }
    }

    func run(_ body: () -> Void) { body() }

    func escaping() {
        kept.append { Quiet.shared.go("captured") }
        kept.append { () -> Void in Quiet.shared.go("signature") }
        kept.append { [name] in Quiet.shared.go(name) }
        kept.append { Loud.shared.go("late") }
        kept.append { [self] in
            #if DEBUG
            self.show()
            #else
            print("not shown")
            #endif
            Loud.shared.go("branch")
        }
    }

    func weakly() {
        kept.append { [weak self] in
            Loud.shared.go("weak")
            self?.show()
        }
        kept.append { [weak self] in
            guard let self else { return }
            Loud.shared.go("unwrapped")
            show()
        }
        kept.append { [weak self] in
            guard let self else { return }
            _ = { self.run { Loud.shared.go("nested"); Quiet.shared.go("nested") } }()
            self.run { Loud.shared.go("direct"); Quiet.shared.go("direct") }
        }
        kept.append { [weak self] in
            if let self {
                Loud.shared.go("bound")
                show()
            }
        }
        kept.append { [weak self] in
            Quiet.shared.go("weak")
            self?.show()
        }
    }

    func local() {
        func alone() { Loud.shared.go("alone") }
        func holding() { self.show(); Loud.shared.go("holding") }
        alone()
        holding()
        kept.append(alone)
    }

    func either(_ value: Bool?) -> Bool { value ?? Loud.shared.isReady }

    func show() { print(name) }

    deinit { print("screen gone") }
}

struct Row {
    func keep(_ list: inout [() -> Void]) {
        list.append {
            Quiet.shared.go("row")
            Loud.shared.go("late")
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
