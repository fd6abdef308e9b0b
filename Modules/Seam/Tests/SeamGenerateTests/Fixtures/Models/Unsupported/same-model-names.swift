/// @model
struct Note {
    /// @json
    let text: String
}

enum No {
    /// @model
    struct Te {  // refused: no code for No.Te: there are two models of this name
        /// @json
        let text: String
    }
}
