// modes: 5 6 main

// The protocol belongs to the actor of the type, and a member to its own.

@MainActor final class Panel {
    static let shared = Panel()
    var title = "panel"
    func show() { print("show", title) }
    nonisolated func name() -> String { "panel" }
}

nonisolated final class Clock: Sendable {
    static let shared = Clock()
    let zone = "UTC"
    func now() async -> Int { 12 }
    @MainActor func tick(_ step: Int = 1) { print("tick", step) }
}

actor Vault {
    static let shared = Vault()
    private(set) var count = 0
    let label: String = "vault"
    func add(_ amount: Int = 1) -> Int {
        count += amount
        return count
    }
    func open(_ key: String) throws -> String { key }
    nonisolated func name() -> String { "vault" }
}

@MainActor final class View {
    func show() async throws {
        Panel.shared.title = "title"
        Panel.shared.show()
        print(Panel.shared.name(), await Clock.shared.now(), Clock.shared.zone)
        Clock.shared.tick()
        Clock.shared.tick(2)
        print(await Vault.shared.add(), await Vault.shared.add(5), await Vault.shared.count)
        print(try await Vault.shared.open("key"), Vault.shared.name(), Vault.shared.label)
        let task = Task { await Clock.shared.now() }
        print(await task.value)
    }
}

actor Worker {
    func work() async { print(await Vault.shared.add(), await Clock.shared.now(), Clock.shared.zone) }
}

@main
struct Program {
    static func main() async throws {
        try await View().show()
        await Worker().work()
    }
}
