func use() {
<<<<<<< HEAD
    Merged.shared.touch()
=======
    Merged.shared.stroke()
>>>>>>> feature
}

final class Merged {
    static let shared = Merged()
    func touch() {}
    func stroke() {}
}
