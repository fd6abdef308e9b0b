protocol First {
    var size: Int { get }  // refused: `size` is required as `Int` and as `String`, and no type has both
}

protocol Second {
    var size: String { get }
}

protocol Third: First, Second {}
