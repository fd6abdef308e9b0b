protocol Packed {
    func pack<each T>(_ values: repeat each T)  // refused: it has a parameter pack
}
