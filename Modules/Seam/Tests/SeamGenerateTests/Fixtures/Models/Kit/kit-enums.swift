import DataSupport
import Foundation

/// @model
enum Colour: String { case red, green }

/// @model
enum Level: Int { case low = 1, high = 3 }

/// @model
enum Shape: Equatable {
    /// @json SQUARE
    case square
    case circle
    /// @other
    case other
}

/// @model
struct Sign: Equatable {
    /// @json
    let colour: Colour
    /// @json
    let level: Level?
    /// @json
    let shapes: [Shape]
}

func checkKitEnums() async throws {
    let text = #"{"colour": "green", "level": 3, "shapes": ["SQUARE", "circle", "square"]}"#
    let sign = try readJSON(Data(text.utf8), Sign.init(json:))
    expect(sign == Sign(colour: .green, level: .high, shapes: [.square, .circle, .other]))
    let wrong = #"{"colour": "blue", "level": 2, "shapes": [1]}"#
    expect(unreadable { try readJSON(Data(wrong.utf8), Sign.init(json:)) } == "colour level shapes")
}
