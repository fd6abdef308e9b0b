// café
func use() {
    Latin.shared.touch()
}

final class Latin {
    static let shared = Latin()
    func touch() {}
}
