func use() {
    Last.shared.touch()
}

final class Last {
    static let shared = Last()
    func touch() {}
}