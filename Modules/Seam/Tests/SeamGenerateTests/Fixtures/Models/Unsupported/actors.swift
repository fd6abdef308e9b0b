/// @model
actor Counter {  // refused: no code for Counter: it is an actor
    /// @json
    var count: Int = 0
}
