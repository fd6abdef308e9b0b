final class Registry {
    static let `default` = Registry()
    var `class` = "A"
    func register(_ name: String) {}
}

enum Level {
    case low, high
    static let `default` = Level.low
}

func classify(_ level: Level) -> String {
    Registry.default.register("x")
    Registry.`default`.`class` = "B"
    switch level {
    case .default: return Registry.default.class
    default: return ""
    }
}
