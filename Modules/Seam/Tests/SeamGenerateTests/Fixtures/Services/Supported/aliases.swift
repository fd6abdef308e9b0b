/// @model json
struct Crate: Equatable {
    /// @json number
    let number: Int
}

typealias Crates = [Crate]
typealias CrateNumber = Int

/// @service
protocol Storage {
    /// @get /crates/{number}
    func crates(_ number: CrateNumber) async throws -> Crates
    /// @put /crates
    func store(_ crates: Crates) async throws -> CrateNumber
}

func checkAliases() async throws {
    let (client, transport) = service([answer(200, #"[{"number":1}]"#), answer(200, "2")])
    let storage = HTTPStorage(client)
    expect(try await storage.crates(3) == [Crate(number: 1)])
    expect(try await storage.store([Crate(number: 4)]) == 2)
    let expected = ["GET https://shop.test/v1/crates/3", #"PUT https://shop.test/v1/crates [{"number":4}]"#]
    expect(transport.lines == expected)
}
