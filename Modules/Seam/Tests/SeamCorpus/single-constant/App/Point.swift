struct Point: Hashable, Sendable {
    static let zero = Point(x: 0, y: 0)
    var x: Double
    var y: Double
    func moved(by dx: Double) -> Point { Point(x: x + dx, y: y) }
}

struct Page {
    static let `default`: Page = Page(limit: 20)
    let limit: Int
}

struct Money {
    static var none: Money { .init(cents: 0) }
    var cents: Int
}

func shift() -> Point {
    var point = Point.zero
    point.x += Double(Page.default.limit + Money.none.cents)
    return point.moved(by: Point.zero.x)
}
