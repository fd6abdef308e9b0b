protocol Resolver {
    func resolve<T>(_ type: T.Type) -> T  // refused: its result is generic and it can't throw
    subscript<T>(key: T.Type) -> T { get }  // refused: its result is generic
}
