}
}
func use() {
    Closed.shared.touch()
}

final class Closed {
    static let shared = Closed()
    func touch() {}
}
}
