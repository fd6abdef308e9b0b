func use() {
    Marked.shared.touch()
}

final class Marked {
    static let shared = Marked()
    func touch() {}
}
