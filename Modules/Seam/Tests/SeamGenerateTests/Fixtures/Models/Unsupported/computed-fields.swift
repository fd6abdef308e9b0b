/// @model
struct Area {
    /// @json
    let width: Int
    /// @json
    var double: Int { width * 2 }  // refused: `double`: it is computed
}
