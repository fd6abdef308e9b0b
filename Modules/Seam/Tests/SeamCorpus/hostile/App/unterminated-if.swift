#if DEBUG
func use() {
    Conditional.shared.touch()
}

final class Conditional {
    static let shared = Conditional()
    func touch() {}
}
