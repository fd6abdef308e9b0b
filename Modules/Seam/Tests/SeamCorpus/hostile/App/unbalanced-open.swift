struct Open {
    func a() {
        if true {
func use() {
    Opened.shared.touch()
}

final class Opened {
    static let shared = Opened()
    func touch() {}
}
