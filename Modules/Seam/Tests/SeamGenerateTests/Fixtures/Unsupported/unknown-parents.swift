protocol Themed: ThemeProviding {  // refused: it inherits from `ThemeProviding`, which the sources don't declare
    func paint()
}
