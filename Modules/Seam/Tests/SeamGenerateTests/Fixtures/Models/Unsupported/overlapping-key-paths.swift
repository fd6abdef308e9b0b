/// @model
struct Price {
    /// @json
    let price: Int
    /// @json price.currency
    let currency: String  // refused: `currency`: it lies in JSON within `price`, which is a field itself
}
