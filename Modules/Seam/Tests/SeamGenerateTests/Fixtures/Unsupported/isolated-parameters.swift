protocol Isolated {
    func run(
        isolation: isolated (any Actor)?  // refused: the parameter is `isolated`
    ) async
}
