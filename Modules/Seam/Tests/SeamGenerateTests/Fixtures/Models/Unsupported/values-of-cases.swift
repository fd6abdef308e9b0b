/// @model
enum Payment {
    case card(number: String)  // refused: no code for Payment: `card`: it has values: `@json type` above the enum says
    case cash
}

/// @model
enum Colour {
    case red
    /// @other
    case mixed(Int, Int)  // refused: `mixed`: the value of `@other` is one `String`
}

/// @model
/// @json type
enum Transfer {
    case iban(String)  // refused: no code for Transfer: `iban`: its value isn't one model
    case none
}

/// @model
/// @json type
enum Parts {
    case one(Part)  // refused: no code for Parts: `one`: its value has a field `type` of its own
}

/// @model
/// @json type
enum Steps {
    case first(Parts)  // refused: no code for Steps: `first`: its value is no struct or class
}

/// @model
/// @json
enum Nameless {  // refused: no code for Nameless: `@json` above an enum takes the name of the field
    case some(Part)
}

/// @model
struct Part {
    /// @json
    let type: String
}
