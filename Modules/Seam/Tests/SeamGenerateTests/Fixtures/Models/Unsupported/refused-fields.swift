/// @model
struct Outer {
    /// @json
    let inner: Inner  // refused: no code for Outer: `inner`: its type has no code either
}

/// @model
struct Inner {
    /// @json
    let number: Never  // refused: no code for Inner: `number`: `Never` is no model
}
