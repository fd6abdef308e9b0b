/// @model
struct Version {
    /// @json
    let major: Int = 1  // refused: `major`: it is a constant with a value
}
