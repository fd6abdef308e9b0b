/// No target compiles it.
struct Draft {
    func send() {}
}
