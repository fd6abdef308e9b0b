/// @model
struct Slip {
    /// Title  @jsn
    var title = ""  // refused: there is no annotation `@jsn`; did you mean `@json`?
    /// @json @Date seconds
    var date = ""  // refused: there is no annotation `@Date`; did you mean `@date`?
    /// @json @column c
    var other = ""  // refused: there is no annotation `@column`, only `@model`, `@json`
    /// @json(name)
    var name = ""  // refused: write a space after `@json`
}

/// @model
enum Word {
    /// @othr
    case other  // refused: there is no annotation `@othr`; did you mean `@other`?
}

/// @modle
struct Modle {  // refused: there is no annotation `@modle`; did you mean `@model`?
    /// @json
    var name: String
}
