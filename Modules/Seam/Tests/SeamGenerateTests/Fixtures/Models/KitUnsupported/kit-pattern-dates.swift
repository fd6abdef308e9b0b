import Foundation

/// @model
struct Holiday {
    /// @json @date yyyy-MM-dd
    let day: Date  // refused: `day`: `--kit seam` has no patterns of dates
}
