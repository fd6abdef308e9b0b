/// @model
struct Casing {
    /// @json a
    let title: String
    /// @json b
    let Title: String  // refused: `Title`: SQLite can't tell its column from `title`
}
