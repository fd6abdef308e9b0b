/// @model
struct Atlas {
    /// @json
    let pages: [[Page]]  // refused: `pages`: `--kit seam` reads lists of texts
    /// @json
    let index: [String: Page]  // refused: `index`: `--kit seam` reads lists of texts

    /// @model
    struct Page {
        /// @json
        let title: String
    }
}
