import UIKit

struct Layout {
    static let compact = Layout(margin: 8)
    static let wide = Layout(margin: 16)

    let margin: CGFloat

    var width: CGFloat { UIScreen.main.bounds.width - margin }
}

struct Address {
    static let home = Address(path: "home")

    let path: String

    var file: URL? { Bundle.main.url(forResource: path, withExtension: "html") }
}

extension URL {
    static let sharedFolder = URL(fileURLWithPath: "/shared")
}

extension NSRegularExpression {
    static let sharedPattern = try! NSRegularExpression(pattern: "@")
}

final class Pattern {
    static let email = Pattern("@")
    static let phone = Pattern("+")

    private let text: String

    init(_ text: String) { self.text = text }

    func matches(_ other: String) -> Bool { other.contains(text) }
}
