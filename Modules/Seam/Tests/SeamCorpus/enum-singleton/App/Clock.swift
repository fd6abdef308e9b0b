import Foundation

enum ServerClock {
    case only
    static let shared = ServerClock.only
    func sync() async throws {
        _ = try await URLSession.shared.data(from: URL(string: "https://time.example.com")!)
    }
}

enum Direction: CaseIterable {
    case north, south
    static let initial: Direction = .north
    static var opposite: Direction { .south }
    var isNorth: Bool { self == .north }
}

func start() async throws {
    try await ServerClock.shared.sync()
    for direction in Direction.allCases where direction.isNorth { print(direction) }
    print(Direction.initial.isNorth, Direction.opposite.isNorth)
}
