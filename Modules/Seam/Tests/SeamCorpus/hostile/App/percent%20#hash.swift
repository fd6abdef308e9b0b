func use() {
    Escaped.shared.touch()
}

final class Escaped {
    static let shared = Escaped()
    func touch() {}
}
