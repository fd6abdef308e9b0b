/// @model
struct Ticket {
    /// @json
    let number: Int
    let seat: String  // refused: `seat`: it has neither `@json` nor a value
}
