/// @model
@MainActor  // refused: it belongs to `@MainActor`, and JSON is read on any thread
class Screen {
    /// @json
    var title: String = ""
}
