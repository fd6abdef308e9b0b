func start() {
    /// @service
    protocol Parcels {  // refused: it is declared in a function, so that no other file can name it
        /// @get /parcels
        func parcels() async throws -> [String]
    }
}
