func load() {
    /// @model
    struct Parcel {  // refused: it is declared in a function, so that no other file can name it
        /// @json
        let title: String
    }
}
