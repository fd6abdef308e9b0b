protocol Attempt {
    func attempt<Failure: Error>(_ body: () throws(Failure) -> Int) throws(Failure)  // refused: its error is generic
}
