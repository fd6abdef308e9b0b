protocol Sender {
    func send() -> sending AnyObject  // refused: its result is `sending`
}
