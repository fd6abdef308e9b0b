struct Person {
    let name: String
    let age: Int
    let home: Home
}

struct Home {
    let street: String
}

/// @model numbers
/// name @json
/// age @json @word
extension Person {}  // refused: no code for Person: `age`: `@word` is for a `String` and for `@text`

/// @model names
/// name @json
/// size @json
extension Person {}  // refused: no code for Person: it has no stored property `size`

/// @model homes
/// name @inline
extension Person {}  // refused: no code for Person: `name`: `@inline` stands alone

/// @model first second
/// street @json
extension Home {}  // refused: `@model` takes the name of a form
