/// @model
protocol Named {  // refused: no code for Named: it is a protocol
    /// @json
    var name: String { get }
}
