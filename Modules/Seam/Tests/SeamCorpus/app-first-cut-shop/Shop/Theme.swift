final class Theme {
    static let current = Theme()
    var tint = "blue"
    var size = 12
}
