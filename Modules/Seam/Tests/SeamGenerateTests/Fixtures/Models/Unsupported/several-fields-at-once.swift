/// @model
struct Point {
    /// @json
    let x, y: Int  // refused: annotate each property on its own
}
