/// @model
struct Nothing {  // refused: no code for Nothing: it has no property with `@json`
    var name: String = ""
}
