protocol Parent {
    func get() async throws
}

/// @service
protocol Child: Parent, Sendable {  // refused: it inherits from `Parent`
    /// @get /
    func other() async throws
}
