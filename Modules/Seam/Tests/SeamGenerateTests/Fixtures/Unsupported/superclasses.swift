class Base {}

protocol Derived: Base {  // refused: it requires the class `Base`
    func work()
}
