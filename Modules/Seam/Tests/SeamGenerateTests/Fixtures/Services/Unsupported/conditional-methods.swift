/// @service
protocol Conditional {
    #if DEBUG  // refused: its methods depend on `#if`
        /// @get /
        func get() async throws
    #endif
}
