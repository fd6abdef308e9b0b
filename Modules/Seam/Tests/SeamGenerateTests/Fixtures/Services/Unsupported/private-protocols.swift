/// @service
private protocol Hidden {  // refused: it is `private`, so that no other file can conform to it
    /// @get /
    func get() async throws
}

private enum Vault {
    /// @service
    protocol Keys {  // refused: it is in `Vault`, which is `private`, so that no other file can conform to it
        /// @get /
        func get() async throws
    }
}
