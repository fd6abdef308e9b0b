protocol Owner {
    associatedtype Resource: ~Copyable  // refused: the associated type Resource isn't `Copyable`
}

protocol Taker {
    func take<T: ~Copyable>(_ value: borrowing T)  // refused: a generic parameter isn't `Copyable`
}
