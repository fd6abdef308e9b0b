let text = "never closed
func use() {
    Unclosed.shared.touch()
}

final class Unclosed {
    static let shared = Unclosed()
    func touch() {}
}
