/// @service
protocol CannotThrow {
    /// @get /
    func get() async -> Int  // refused: `get`: it can't throw, and any request may fail
    /// @get /
    func run(_ body: () throws -> Void) async rethrows  // refused: `run`: it can't throw
}
