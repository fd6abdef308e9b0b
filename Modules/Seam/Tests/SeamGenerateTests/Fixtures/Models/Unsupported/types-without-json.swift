/// @model
struct Handler {
    /// @json
    let pair: (Int, Int)  // refused: `pair`: `(Int, Int)` has no form in JSON
    /// @json
    let body: [() -> Void]  // refused: `body`: `() -> Void` has no form in JSON
    /// @json
    let value: any Hashable  // refused: `value`: `any Hashable` has no form in JSON
    /// @json
    let numbers: Set<Int>  // refused: `numbers`: `Set<Int>` has no form in JSON
}
