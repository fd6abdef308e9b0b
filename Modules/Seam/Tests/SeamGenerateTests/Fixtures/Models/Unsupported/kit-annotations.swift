/// @model
struct Envelope {
    /// @json @word
    let sender: String  // refused: `sender`: `@word` needs `--kit seam`
    /// @inline
    let stamp: Stamp  // refused: `stamp`: `@inline` needs `--kit seam`
}

/// @model
struct Stamp {
    /// @json
    let price: Int
}
