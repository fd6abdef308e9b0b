/// A name with wildcards: `*` stands for any characters but `/`, `**` for any characters.
///
/// A pattern with a `/` means paths, and what is below a folder that it names; any other means modules.
struct Pattern: Sendable, Hashable {
    let text: String
    let isPath: Bool
    let isExact: Bool
    private let elements: [Element]

    private enum Element: Hashable {
        case byte(UInt8)
        case anyButSlash
        case any
    }

    init(_ text: String) {
        self.text = text
        isPath = text.contains("/")
        isExact = !text.contains("*")
        var elements: [Element] = []
        let bytes = Array(text.utf8)
        let star = UInt8(ascii: "*")
        var position = bytes.starts(with: Array("./".utf8)) ? 2 : 0
        while position < bytes.count {
            if bytes[position] == star {
                var stars = 1
                while position + stars < bytes.count, bytes[position + stars] == star { stars += 1 }
                elements.append(stars > 1 ? .any : .anyButSlash)
                position += stars
            } else {
                elements.append(.byte(bytes[position]))
                position += 1
            }
        }
        if isPath, elements.last == .byte(UInt8(ascii: "/")) { elements.removeLast() }
        self.elements = elements
    }

    /// Whether a module of this name is meant. A wildcard never means test modules: they are named one by one.
    func matches(module: String, isTest: Bool) -> Bool {
        !isPath && (isExact ? text == module : !isTest && ends(of: module).contains { $0 == module.utf8.count })
    }

    /// Whether this path, or a folder above it, is meant.
    func matches(path: String) -> Bool {
        guard isPath else { return false }
        let bytes = Array(path.utf8)
        return ends(of: path).contains { $0 == bytes.count || bytes[$0] == UInt8(ascii: "/") }
    }

    /// Where in `text` the pattern can end when it starts at the beginning; linear in the product of both lengths.
    private func ends(of text: String) -> [Int] {
        let bytes = Array(text.utf8)
        var current = [Bool](repeating: false, count: bytes.count + 1)
        current[0] = true
        for element in elements {
            var next = [Bool](repeating: false, count: bytes.count + 1)
            switch element {
            case .byte(let byte):
                for index in bytes.indices where current[index] && bytes[index] == byte { next[index + 1] = true }
            case .anyButSlash, .any:
                for index in 0...bytes.count {
                    if current[index] {
                        next[index] = true
                    } else if index > 0, next[index - 1] {
                        next[index] = element == .any || bytes[index - 1] != UInt8(ascii: "/")
                    }
                }
            }
            current = next
        }
        return current.indices.filter { current[$0] }
    }
}
