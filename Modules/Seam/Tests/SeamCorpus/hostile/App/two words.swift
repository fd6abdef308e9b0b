func use() {
    Spaced.shared.touch()
}

final class Spaced {
    static let shared = Spaced()
    func touch() {}
}
