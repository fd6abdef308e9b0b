/// @service
protocol Attributes {
    /// @get /
    @MainActor func get() async throws  // refused: `get`: it has an attribute other than `@available`
}

/// @service
@objc protocol Objective {  // refused: it is an Objective-C protocol
    /// @get /
    func get() async throws
}
