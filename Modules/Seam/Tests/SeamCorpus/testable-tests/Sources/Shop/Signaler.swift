import Foundation

enum Signaler {
    static var delay: TimeInterval = 5
    static var limit: Int = 3

    static func wait() -> TimeInterval { delay * Double(limit) }
}
