/// @model
struct Mixed {
    /// @json @date seconds
    let name: String  // refused: `name`: `@date` is for properties of type `Date`
    /// @json @lenient
    let count: Int  // refused: `count`: `@lenient` is for arrays
    /// @json first name
    let first: String  // refused: `first`: `@json` takes one name, or names with dots between them
    /// @json @default
    let second: Int  // refused: `second`: `@default` takes a value
    /// @date seconds
    let third: Int  // refused: `third`: `@date` is of no use without `@json`
    /// @json @id
    let fourth: Double  // refused: `fourth`: an identifier is a text, a number or a word
    /// @json @text a b
    let fifth: Word  // refused: `fifth`: `@text` takes the name of a property
    /// @json a @json b
    let sixth: Int  // refused: `sixth`: it has `@json` twice
}

/// @model @table a-b
struct Table {  // refused: `@table` takes a name of letters and digits
    /// @json
    let name: String
}

/// @model
struct Behind {
    var first = 0  // @json a // refused: no code for Behind: `@json` is above nothing
}

/// @model
struct Below {
    /// @json
    var first = 0
    // @json // refused: no code for Below: `@json` is above nothing
}

/// @model
struct Apart {
    /// @json second // refused: no code for Apart: `@json` is above nothing

    // Counts everything.
    var second = 0
}
