/// A line of generated code, with what stands in brackets in it.
struct CodeLine {
    /// An outermost pair of brackets.
    struct Group {
        var open: Int
        var close: Int
        /// The places of the commas between its elements.
        var commas: [Int]
        /// Where the content begins: after `(`, or after the parameters of a closure.
        var content: Int
        var kind: UInt8

        /// Whether it is in braces.
        var isBlock: Bool { kind == UInt8(ascii: "{") }
        /// Whether it is a literal of an array or dictionary.
        var isList: Bool { kind == UInt8(ascii: "[") }
    }

    let text: String
    private let bytes: [UInt8]
    private(set) var groups: [Group] = []
    /// The places of the commas outside of brackets.
    private var commas: [Int] = []
    /// The places of the first `->`, `where`, `else`, `:` and assignment outside of brackets.
    private(set) var arrow: Int?
    private(set) var restriction: Int?
    private(set) var alternative: Int?
    private(set) var colon: Int?
    private(set) var equals: Int?
    /// The places of the operators after that, outside of brackets.
    private(set) var operators: [Int] = []

    private static let assignments = ["=", "+="]
    private static let operators = ["+", "-", "*", "/", "??", "&&", "||", "==", "!=", "<=", ">=", "<", ">", "?"]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        scan()
    }

    /// The elements of a list without brackets.
    var parts: [String] { parts(from: 0, to: bytes.count, commas: commas) }

    func parts(of group: Group) -> [String] { parts(from: group.content, to: group.close, commas: group.commas) }

    func text(to end: Int) -> String { String(decoding: bytes[..<min(end, bytes.count)], as: UTF8.self) }

    func text(from start: Int) -> String { String(decoding: bytes[min(start, bytes.count)...], as: UTF8.self) }

    /// Returns whether the line declares something with this keyword, after modifiers.
    func begins(with keyword: String) -> Bool {
        let end = [colon, equals, groups.first?.open].compactMap(\.self).min() ?? bytes.count
        return text(to: end).split(separator: " ").dropLast().contains { $0 == keyword }
            || text.hasPrefix(keyword + " ")
    }

    /// The end of what stands on the first line if a group is broken.
    func start(of group: Group) -> Int {
        group.isBlock && bytes[group.content - 1] == 0x20 ? group.content - 1 : group.content
    }

    /// The groups whose elements may stand on lines of their own.
    var breakableGroups: [Group] {
        groups.filter { group in
            if parts(of: group).allSatisfy(\.isEmpty) { return false }
            if let equals, group.open < equals { return false }
            // The parameters of a function come before its effects and result.
            if let arrow, group.open > arrow { return false }
            if text(to: group.open).hasSuffix("throws") { return false }
            if !group.isList { return true }
            return !group.commas.isEmpty && (group.open == 0 || !Self.isName(bytes[group.open - 1]))
        }
    }

    private func parts(from start: Int, to end: Int, commas: [Int]) -> [String] {
        var parts: [String] = []
        var start = start
        for place in commas.filter({ $0 >= start }) + [end] {
            parts.append(String(decoding: bytes[start..<max(start, place)], as: UTF8.self).trimmingSpaces)
            start = place + 1
        }
        return parts
    }

    private static func isName(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte >= 0x80
            || [UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(byte)
    }

    // MARK: - Brackets

    private mutating func scan() {
        var open: [(kind: UInt8, place: Int)] = []
        var inside: [Int] = []
        var signature: Int?
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "`"):
                place = end(ofText: place)
                continue
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append((byte, place))
            case UInt8(ascii: "<") where place > 0 && Self.isName(bytes[place - 1]): open.append((byte, place))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"):
                if byte == UInt8(ascii: ">"), place > 0,
                    bytes[place - 1] == UInt8(ascii: "-") || open.last?.kind != 0x3C
                {
                    break
                }
                guard let last = open.popLast(), open.isEmpty else { break }
                let content = last.kind == UInt8(ascii: "{") ? signature ?? last.place + 1 : last.place + 1
                let group = Group(open: last.place, close: place, commas: inside, content: content, kind: last.kind)
                groups.append(group)
                (inside, signature) = ([], nil)
            case UInt8(ascii: ","):
                if open.isEmpty {
                    commas.append(place)
                } else if open.count == 1, open[0].kind != UInt8(ascii: "{") {
                    inside.append(place)
                }
            case UInt8(ascii: " "):
                if open.count == 1, signature == nil, has("in", at: place + 1) { signature = place + 3 }
                if open.isEmpty { mark(place) }
            case UInt8(ascii: ":"):
                if open.isEmpty, colon == nil { colon = place }
            default: break
            }
            place += 1
        }
    }

    /// Takes note of a word that begins after a space outside of brackets.
    private mutating func mark(_ space: Int) {
        if arrow == nil, has("->", at: space + 1) { arrow = space + 1 }
        if restriction == nil, has("where", at: space + 1) { restriction = space + 1 }
        if alternative == nil, has("else", at: space + 1) { alternative = space + 1 }
        if equals == nil, Self.assignments.contains(where: { has($0, at: space + 1) }) { equals = space + 1 }
        if Self.operators.contains(where: { has($0, at: space + 1) }) { operators.append(space + 1) }
    }

    private func has(_ word: String, at place: Int) -> Bool {
        let end = place + word.utf8.count
        return end <= bytes.count && bytes[place..<end].elementsEqual(word.utf8)
            && (end == bytes.count || bytes[end] == UInt8(ascii: " "))
    }

    /// Returns the place after a literal or a name in backticks.
    private func end(ofText start: Int) -> Int {
        var place = start + 1
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\\"):
                // What is interpolated may hold texts, too.
                if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "(") { depth += 1 }
                place += 1
            case UInt8(ascii: "(") where depth > 0: depth += 1
            case UInt8(ascii: ")") where depth > 0: depth -= 1
            case bytes[start] where depth == 0: return place + 1
            case UInt8(ascii: "\"") where depth > 0: place = end(ofText: place) - 1
            default: break
            }
            place += 1
        }
        return bytes.count
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
