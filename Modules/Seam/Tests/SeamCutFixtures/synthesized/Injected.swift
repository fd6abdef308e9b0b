// modes: 5 6
import Foundation

final class Log: Sendable {
    static let shared = Log()
    func write(_ text: String) { print("log", text) }
}

struct Order: Codable, Hashable {
    var id = 1
    var name: String
    func show() { Log.shared.write(name) }
}

final class Tag: Codable {
    var label = "tag"
    func show() { Log.shared.write(label) }
}

@main enum Program {
    static func main() throws {
        let order = Order(id: 2, name: "book")
        order.show()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(order), as: UTF8.self), order == Order(id: 2, name: "book"))
        dump(order)
        print(order)
        let tag = Tag()
        tag.show()
        print(String(decoding: try encoder.encode(tag), as: UTF8.self))
    }
}
