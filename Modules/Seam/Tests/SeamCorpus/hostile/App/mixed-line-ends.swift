// one
// two
func use() {
    Mixed.shared.touch()
}

final class Mixed {
    static let shared = Mixed()
    func touch() {}
}
