/// @model
struct Basket {
    /// @json @lenient
    let items: [String]  // refused: `items`: `--kit seam` has no `@lenient`
}
