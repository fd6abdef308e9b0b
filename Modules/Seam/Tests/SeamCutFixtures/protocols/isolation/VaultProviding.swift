/// The members of `Vault` that its callers use.
protocol VaultProviding: Sendable {
    func add(_ amount: Int) async -> Int
    var count: Int { get async }
    var label: String { get }
    func name() -> String
    func open(_ key: String) async throws -> String
}

extension Vault: VaultProviding {}

// A requirement has no default arguments. The last parameter tells these methods from the requirements.
extension VaultProviding {
    func add(_ amount: Int = 1, _: Void = ()) async -> Int {
        await add(amount)
    }
}
