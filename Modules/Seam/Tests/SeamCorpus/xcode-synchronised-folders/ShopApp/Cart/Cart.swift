final class Cart {
    static let shared = Cart()
    var lines: [String] = []
}
