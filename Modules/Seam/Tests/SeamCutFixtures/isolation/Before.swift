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
    func draw() { print(Theme.shared.colour); Log.shared.write("draw") }
    func load() async { print(await Theme.shared.load(), await Counter.shared.next()) }
    nonisolated func outside() { Log.shared.write("outside") }
    nonisolated func far() async { print(await Theme.shared.colour) }
    func start() async { await Task { print(Theme.shared.colour) }.value }
    deinit { Log.shared.write("deinit") }
}

final class Plain: Sendable {
    @MainActor func draw() { print("plain", Theme.shared.colour) }
    func read() async { print(await Theme.shared.colour) }
    func both() async {
        async let first = Counter.shared.next()
        print(await first)
    }
}

actor Worker {
    func work() async { Log.shared.write("work"); print(await Counter.shared.next()) }
    nonisolated func aside() { Log.shared.write("aside") }
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
