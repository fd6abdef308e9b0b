/// @service
protocol WithoutJSON {
    /// @post /
    func tuple(_ pair: (Int, Int)) async throws  // refused: `(Int, Int)` has no form in JSON
    /// @post /
    func existential(_ value: any Encodable) async throws  // refused: `any Encodable` has no form in JSON
    /// @get /
    func closure() async throws -> () -> Int  // refused: `() -> Int` has no form in JSON
    /// @get /
    func bytes() async throws -> Data?  // refused: it returns `Data?`
}
