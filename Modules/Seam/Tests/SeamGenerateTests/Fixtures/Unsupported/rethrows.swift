protocol Runner {
    func run(_ body: () throws -> Int) rethrows -> Int  // refused: it is `rethrows`
}
