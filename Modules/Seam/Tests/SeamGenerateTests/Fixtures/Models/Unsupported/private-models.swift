/// @model
private struct Secret {  // refused: no code for Secret: it is `private`
    /// @json
    let text: String
}

private enum Vault {
    /// @model
    struct Key {  // refused: no code for Vault.Key: it is in `Vault`, which is `private`
        /// @json
        let text: String
    }
}
