/// @model
struct Maybe {
    /// @json
    let number: Int??  // refused: `number`: it is optional twice
}
