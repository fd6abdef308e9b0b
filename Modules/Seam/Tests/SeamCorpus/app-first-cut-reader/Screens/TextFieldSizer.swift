import Foundation

final class TextFieldSizer {
    static let shared = TextFieldSizer()
    var cache: [String: Int] = [:]

    func size(of text: String) -> Int {
        cache[text] = text.count
        return text.count
    }
}
