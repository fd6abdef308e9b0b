/// @model
struct Shipment {
    /// @json
    let carrier: Carrier  // refused: `carrier`: `Carrier` is no model
}

struct Carrier {
    let name: String
}
