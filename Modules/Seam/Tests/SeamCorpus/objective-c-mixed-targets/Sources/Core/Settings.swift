import Foundation

@objc public final class Settings: NSObject {
    var theme = "dark"
    @objc public func reset() { theme = "dark" }
}

@objc extension Settings {
    public static let standard = Settings()
    public var isDark: Bool { theme == "dark" }
}
