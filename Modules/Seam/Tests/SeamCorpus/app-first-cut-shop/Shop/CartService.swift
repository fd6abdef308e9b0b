final class CartService {
    static let shared = CartService()
    var lines: [String] = []
    var coupon: String?

    func add(_ line: String) { lines.append(line) }
    func remove(_ line: String) { lines = lines.filter { $0 != line } }
    func total() -> Int { lines.count }
    func redeem(_ code: String) { coupon = code }
}
