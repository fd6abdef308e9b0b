/// @model
struct Index {
    /// @json
    let names: [Int: String]  // refused: `names`: the keys of a dictionary must be of type `String`
}
