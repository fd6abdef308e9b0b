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
    private let clock: any ClockProviding
    private let panel: any PanelProviding
    private let vault: any VaultProviding

    init(
        clock: any ClockProviding = Clock.shared,
        panel: (any PanelProviding)? = nil,
        vault: any VaultProviding = Vault.shared
    ) {
        self.clock = clock
        self.vault = vault
        self.panel = panel ?? Panel.shared
    }

    func show() async throws {
        panel.title = "title"
        panel.show()
        print(panel.name(), await clock.now(), clock.zone)
        clock.tick()
        clock.tick(2)
        print(await vault.add(), await vault.add(5), await vault.count)
        print(try await vault.open("key"), vault.name(), vault.label)
        let task = Task { [clock] in await clock.now() }
        print(await task.value)
    }
}

actor Worker {
    private let clock: any ClockProviding
    private let vault: any VaultProviding

    init(clock: any ClockProviding = Clock.shared, vault: any VaultProviding = Vault.shared) {
        self.clock = clock
        self.vault = vault
    }

    func work() async { print(await vault.add(), await clock.now(), clock.zone) }
}

@main
struct Program {
    static func main() async throws {
        try await View().show()
        await Worker().work()
    }
}
