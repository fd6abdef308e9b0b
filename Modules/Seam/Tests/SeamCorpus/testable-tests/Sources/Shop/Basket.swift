public final class Basket {
    public static let shared = Basket()
    var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
    init() {}
}
