/// @model
class Image {
    /// @json
    lazy var bytes: String = "x"  // refused: `bytes`: a lazy, weak or unowned property is no field
}
