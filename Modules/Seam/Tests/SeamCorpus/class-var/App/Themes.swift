class Theme {
    private static let base = Theme()
    class var shared: Theme { base }
    var fontSize = 12
    func apply() {}
}

final class DarkTheme: Theme {
    private static let dark = DarkTheme()
    override class var shared: Theme { dark }
}

func useThemes() {
    Theme.shared.apply()
    DarkTheme.shared.fontSize = 14
    DarkTheme.shared.fontSize += 1
    let size = Theme.shared.fontSize
    print(size)
}
