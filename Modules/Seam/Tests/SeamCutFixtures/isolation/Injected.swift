// modes: 5 6
@MainActor final class Theme {
    static let shared = Theme()
    var colour = "red"
    func load() async -> String { colour }
}

final class Log: Sendable {
    static let shared = Log()
    func write(_ text: String) { print("log", text) }
}

actor Counter {
    static let shared = Counter()
    var count = 0
    func next() -> Int { count += 1; return count }
}

@MainActor final class Screen {
    private let counter: Counter
    private let log: Log
    private let theme: Theme

    init(counter: Counter = .shared, log: Log = .shared, theme: Theme? = nil) {
        self.counter = counter
        self.log = log
        self.theme = theme ?? .shared
    }

    func draw() { print(theme.colour); log.write("draw") }
    func load() async { print(await theme.load(), await counter.next()) }
    nonisolated func outside() { log.write("outside") }
    nonisolated func far() async { print(await Theme.shared.colour) }
    func start() async { await Task { [theme] in print(theme.colour) }.value }
    deinit { log.write("deinit") }
}

final class Plain: Sendable {
    private let injectedTheme: Theme?
    @MainActor private var theme: Theme { injectedTheme ?? .shared }

    init(theme: Theme? = nil) {
        self.injectedTheme = theme
    }

    @MainActor func draw() { print("plain", theme.colour) }
    func read() async { print(await Theme.shared.colour) }
    func both() async {
        async let first = Counter.shared.next()
        print(await first)
    }
}

actor Worker {
    private let counter: Counter
    private let log: Log

    init(counter: Counter = .shared, log: Log = .shared) {
        self.counter = counter
        self.log = log
    }

    func work() async { log.write("work"); print(await counter.next()) }
    nonisolated func aside() { log.write("aside") }
}

@main enum Program {
    @MainActor static func main() async {
        let screen = Screen()
        screen.draw()
        await screen.load()
        screen.outside()
        await screen.far()
        await screen.start()
        let plain = Plain()
        plain.draw()
        await plain.read()
        await plain.both()
        let worker = Worker()
        await worker.work()
        worker.aside()
    }
}
