private protocol Hidden {  // refused: it is `private`
    func hide()
}
