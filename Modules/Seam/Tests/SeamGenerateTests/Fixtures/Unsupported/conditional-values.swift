protocol Probe {
    #if DEBUG
        func probe() -> Int  // refused: it stands in `#if` and returns what a fake can't invent
    #endif
}
