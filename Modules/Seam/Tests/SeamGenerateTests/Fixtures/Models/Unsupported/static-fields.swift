/// @model
struct Limits {
    /// @json
    static let most = 4  // refused: `most`: it is static
}
