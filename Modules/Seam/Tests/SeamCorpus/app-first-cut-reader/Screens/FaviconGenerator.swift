import Foundation

final class FaviconGenerator {
    static let shared = FaviconGenerator()
    var cache: [String: String] = [:]

    func favicon(_ feed: String) -> String {
        cache[feed] = feed
        return feed
    }
}
