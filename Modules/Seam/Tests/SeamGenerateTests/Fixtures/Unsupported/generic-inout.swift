protocol Mixer {
    func mix<T>(
        _ value: inout T  // refused: the parameter is `inout` and generic
    )
}
