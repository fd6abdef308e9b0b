/// @model
struct Setting {
    /// @json
    @Stored var name: String  // refused: `name`: it has the attribute `@Stored`
}
