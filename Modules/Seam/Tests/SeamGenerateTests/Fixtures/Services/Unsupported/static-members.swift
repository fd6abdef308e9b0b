/// @service
protocol Statics {
    /// @get /
    static func get() async throws  // refused: `get`: it is `static`
    /// @get /
    mutating func change() async throws  // refused: `change`: it is `mutating`
}
