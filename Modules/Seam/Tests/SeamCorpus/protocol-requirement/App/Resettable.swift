protocol Resettable {
    static var shared: Self { get }
    func reset()
}

final class Basket: Resettable {
    static let shared = Basket()
    func reset() {}
}

func reset<T: Resettable>(_ type: T.Type) {
    T.shared.reset()
    type.shared.reset()
}

func resetAll() {
    reset(Basket.self)
    Basket.shared.reset()
}
