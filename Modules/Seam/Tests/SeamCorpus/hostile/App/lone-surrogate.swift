let text = "í €"
func use() {
    Surrogate.shared.touch()
}

final class Surrogate {
    static let shared = Surrogate()
    func touch() {}
}
