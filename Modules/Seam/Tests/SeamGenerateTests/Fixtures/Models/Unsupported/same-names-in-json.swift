/// @model
struct Twins {
    /// @json name
    let first: String
    /// @json name
    let second: String  // refused: `second`: it has the name of `first` in JSON
}
