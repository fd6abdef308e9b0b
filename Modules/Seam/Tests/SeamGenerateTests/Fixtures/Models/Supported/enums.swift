import Foundation

/// @model
enum ParcelStatus: Equatable {
    case placed
    /// @json on_the_way
    case sent
    case lost, `default`
    /// @other
    case unknown(String)
}

/// @model
enum Size {
    case small, large
    /// @other
    case odd
}

/// @model
enum Direction { case `in`, out }

/// @model
struct Tracking: Equatable {
    /// @json
    let status: ParcelStatus
    /// @json
    let sizes: [Size]
    /// @json
    let direction: Direction?
}

func checkEnums() async throws {
    let text = #"{"status": "on_the_way", "sizes": ["small", "huge"], "direction": "in"}"#
    let tracking = try TrackingJSON.parse(Data(text.utf8)).value
    expect(tracking == Tracking(status: .sent, sizes: [.small, .odd], direction: .in))
    expect(try TrackingJSON.parse(Data(#"{"status": "x", "sizes": []}"#.utf8)).value.status == .unknown("x"))
    expect(
        failure { try TrackingJSON.parse(Data(#"{"status": 1, "sizes": [2], "direction": "up"}"#.utf8)) }
            == "status is unreadable, sizes[0] is unreadable, direction is unreadable"
    )
}
