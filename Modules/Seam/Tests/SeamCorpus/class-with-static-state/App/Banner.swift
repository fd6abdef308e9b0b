class Banner {
    static var isEnabled = true
    static var delay: Double { base * 2 }
    private static var base = 1.0
    static let height = 40.0
    static func slowDown() { base += 1 }
    static func scaled(_ value: Double) -> Double { value * height }

    func show() {
        if Self.isEnabled { print("show") }
    }
}

class Note {
    static var kind = "note"
    class var colour: String { "yellow" }
}
