/// @service
protocol Synchronous {
    /// @get /
    func get() throws -> Int  // refused: `get`: it is not `async`
}
