protocol ThemeProviding {
    var theme: String { get }
}
