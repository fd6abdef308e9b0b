struct ServiceLocator {
    private static var factories: [ObjectIdentifier: () -> Any] = [:]
    static func register<T>(_ type: T.Type, _ make: @escaping () -> T) {
        factories[ObjectIdentifier(type)] = make
    }
    static func resolve<T>(_ type: T.Type = T.self) -> T {
        factories[ObjectIdentifier(type)]!() as! T
    }
    static func key<T>(for type: T.Type) -> String { "\(type)" }
}

final class Container {
    static let main = Container()
    private var values: [String: Any] = [:]
    func resolve<T>(_ type: T.Type) -> T? { values["\(type)"] as? T }
    subscript(name: String) -> Any? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
