/// A name with wildcards: `*` stands for any characters but `/`, and `**` for any characters.
///
/// A pattern with a `/` matches paths, including everything below a folder that it names. A pattern without `/` matches
/// modules.
package struct Pattern: Sendable, Hashable {
    let text: String
    let isPath: Bool
    let isExact: Bool
    private let elements: [Element]

    private enum Element: Hashable {
        case byte(UInt8)
        case anyButSlash
        case any
    }

    package init(_ text: String) {
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

    /// Returns whether the pattern matches a module of this name. A wildcard never matches test modules, which must be named
    /// exactly.
    package func matches(module: String, isTest: Bool) -> Bool {
        !isPath && (isExact ? text == module : !isTest && ends(of: module).contains { $0 == module.utf8.count })
    }

    /// Returns whether the pattern matches this path, or a folder above it.
    package func matches(path: String) -> Bool {
        guard isPath else { return false }
        let bytes = Array(path.utf8)
        return ends(of: path).contains { $0 == bytes.count || bytes[$0] == UInt8(ascii: "/") }
    }

    /// Returns the positions at which a match that starts at the beginning of `text` can end. The time is linear in the product
    /// of both lengths.
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
