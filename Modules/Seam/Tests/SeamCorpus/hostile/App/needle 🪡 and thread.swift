func use() {
    Needle.shared.touch()
}

final class Needle {
    static let shared = Needle()
    func touch() {}
}
