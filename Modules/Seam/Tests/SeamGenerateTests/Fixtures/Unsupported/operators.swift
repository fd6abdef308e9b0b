protocol Ordered {
    static func < (first: Self, second: Self) -> Bool  // refused: it is an operator
}
