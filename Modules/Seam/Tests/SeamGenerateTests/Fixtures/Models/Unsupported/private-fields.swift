/// @model
struct Account {
    /// @json
    private let number: String  // refused: no code for Account: `number`: it is private
}

/// @model
struct Session {
    /// @json
    let token: String
    private var count = 0  // refused: `count`: it is private, which makes the memberwise initialiser private
}
