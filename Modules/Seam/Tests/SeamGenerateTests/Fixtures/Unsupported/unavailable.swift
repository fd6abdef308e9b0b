@available(*, unavailable) protocol Gone {  // refused: it is unavailable
    func work()
}
