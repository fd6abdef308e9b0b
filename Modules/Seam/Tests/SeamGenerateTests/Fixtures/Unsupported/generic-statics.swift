protocol Shelf<Item> {
    associatedtype Item
    static func make() -> Item  // refused: it is static, and a generic fake has no place for what is shared by all
}
