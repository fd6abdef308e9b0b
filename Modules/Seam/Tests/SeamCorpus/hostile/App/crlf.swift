func use() {
    Windows.shared.touch()
}

final class Windows {
    static let shared = Windows()
    func touch() {}
}
