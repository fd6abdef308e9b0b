protocol Factory {
    static func make() -> Int  // refused: it is static
    static var count: Int { get }  // refused: it is static
}
