enum Shop {
    /// @service
    protocol Deals {
        /// @get /
        func get() async throws
    }
}

/// @service
protocol ShopDeals {  // refused: has a service of the same name
    /// @get /
    func get() async throws
}
