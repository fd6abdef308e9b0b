func use() {
    Accented.shared.touch()
}

final class Accented {
    static let shared = Accented()
    func touch() {}
}
