/// @model
struct Platform {
    #if DEBUG  // refused: a field stands in `#if`
        /// @json
        var name: String = ""
    #endif
}
