struct Size: Equatable {
    static let small = Size(1)
    static let large = Size(10)
    static let zero = Size(0)
    let points: Double
    init(_ points: Double) { self.points = points }
}

struct Permissions: OptionSet {
    let rawValue: Int
    static let read = Permissions(rawValue: 1)
    static let write = Permissions(rawValue: 2)
    static let all: Permissions = [.read, .write]
}

struct NotificationName: RawRepresentable, Hashable {
    let rawValue: String
    static let didLogin = NotificationName(rawValue: "didLogin")
}

final class Colour {
    let red: Double
    private init(red: Double) { self.red = red }
    static let black = Colour(red: 0)
    static let scarlet = Colour(red: 1)
}

func paint() -> Double {
    let size: Size = .large
    let access: Permissions = [.read]
    print(access.contains(Permissions.write), NotificationName.didLogin.rawValue)
    return Colour.scarlet.red * size.points + Size.small.points
}
