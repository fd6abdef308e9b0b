import Foundation

enum Badge {
    private static var current: World { Current }

    static func text() -> Locale {
        current.locale
    }
}
