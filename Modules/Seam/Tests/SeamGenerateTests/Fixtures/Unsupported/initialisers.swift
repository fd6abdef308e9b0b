protocol Made {
    init(name: String)  // refused: it is an initialiser
}
