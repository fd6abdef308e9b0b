func use() {
    Größe名🧵.shared.touch()
}

final class Größe名🧵 {
    static let shared = Größe名🧵()
    func touch() {}
}
