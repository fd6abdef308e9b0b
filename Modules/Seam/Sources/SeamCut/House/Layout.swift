import SeamKit

/// How long the lines of a file may be, and how they are indented.
struct Layout: Sendable, Equatable {
    /// The number of columns.
    var limit: Int
    /// One level of indentation.
    var indentation: String
    /// The number of columns that the head of a function may have; nil for that of lines.
    var headLimit: Int?
    /// Whether parameters that take several lines begin on the first, and are aligned with each other.
    var isAligned = false
    /// Whether the opening brace of a function has a line of its own.
    var opensAlone = false
    /// Whether the formatter takes `self` away where nothing demands it.
    var omitsSelf = false

    /// The columns that a tab takes.
    static let tabWidth = 4

    /// Returns whether a line fits.
    func fits(_ line: some StringProtocol) -> Bool { Self.width(line) <= limit }

    /// Returns whether the head of a function fits on its line.
    func fits(head line: some StringProtocol) -> Bool { Self.width(line) <= max(headLimit ?? 0, limit) }

    /// Returns the lines of parameters and what is around them, on one line if that fits.
    ///
    /// - Parameter indent: the indentation of the lines.
    func lines(of parameters: [String], behind head: String, before tail: String, indent: String) -> [String] {
        let line = head + parameters.joined(separator: ", ") + tail
        if fits(head: indent + line) || parameters.isEmpty { return [line] }
        let commas = parameters.dropLast().map { $0 + "," } + parameters.suffix(1)
        guard isAligned else { return [head] + commas.map { indentation + $0 } + [tail] }
        let gap = String(repeating: " ", count: head.count)
        var lines = commas.enumerated().map { ($0.offset == 0 ? head : gap) + $0.element }
        lines[lines.count - 1] += tail
        return lines
    }

    /// Returns the lines of the head of an initializer, up to the brace that opens its body.
    func head(of parameters: [String], behind head: String = "init(", indent: String) -> [String] {
        opensAlone
            ? lines(of: parameters, behind: head, before: ")", indent: indent) + ["{"]
            : lines(of: parameters, behind: head, before: ") {", indent: indent)
    }

    /// Returns the number of columns of a line.
    static func width(_ line: some StringProtocol) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1 == "\t" ? tabWidth : 1) }
    }
}

extension Layout {
    /// How the heads of functions are written, counted.
    struct Heads: Sendable {
        private var aligned = 0
        private var apart = 0
        /// How many have the opening brace on a line of its own, and how many on theirs.
        private var (opened, open) = (0, 0)
        /// The widths of those on one line.
        private var widths: [Int] = []

        var isEmpty: Bool { aligned + apart == 0 }
        var isAligned: Bool { aligned > apart }
        var isWithoutBraces: Bool { opened + open == 0 }
        var opensAlone: Bool { opened > open }
        /// The width that a few heads on one line have, and not only the longest.
        var width: Int? { widths.count < 3 ? nil : widths.sorted()[widths.count - 3] }

        mutating func add(_ bytes: [UInt8]) {
            var isClosed = false
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
                let text = String(decoding: line, as: UTF8.self)
                if isClosed, text.drop(while: \.isWhitespace).first == "{" { opened += 1 }
                isClosed = false
                let words = text.drop { $0.isWhitespace }.prefix { $0 != "(" }.split(separator: " ")
                let isHead = words.last == "init" || words.last == "init?" || words.contains("func")
                guard isHead, !text.contains("//"), let end = text.last(where: { !$0.isWhitespace }) else { continue }
                let depth = text.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
                switch end {
                case "{" where depth == 0:
                    open += 1
                    widths.append(Layout.width(text))
                case "(" where depth == 1: apart += 1
                case "," where depth == 1: aligned += 1
                default: isClosed = depth == 0
                }
            }
        }

        static func + (left: Heads, right: Heads) -> Heads {
            var sum = left
            sum.aligned += right.aligned
            sum.apart += right.apart
            sum.opened += right.opened
            sum.open += right.open
            sum.widths += right.widths
            return sum
        }
    }

    /// Lines of files, counted.
    struct Lines {
        private var widths: [Int] = []

        mutating func add(_ bytes: [UInt8]) {
            for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
                var width = 0
                for byte in line where byte != 13 && byte & 0xC0 != 0x80 { width += byte == 9 ? tabWidth : 1 }
                widths.append(width)
            }
        }

        /// The width of the longest line.
        var longest: Int { widths.max() ?? 0 }

        /// The width that all but one of a hundred lines keep; 120 if there are few lines. Longer ones are rather data than code.
        var limit: Int {
            guard widths.count >= 100 else { return 120 }
            let sorted = widths.sorted()
            return min(200, max(80, sorted[(sorted.count - 1) * 99 / 100]))
        }
    }

    /// Returns one level of the indentation that the lines of a file have; nil if none is indented.
    static func indentation(of bytes: [UInt8]) -> String? {
        var tabs = 0
        var steps: [Int: Int] = [:]
        var previous = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            if line.first == 9 {
                tabs += 1
                continue
            }
            let spaces = line.prefix { $0 == UInt8(ascii: " ") }.count
            guard spaces < line.count else { continue }
            if spaces > previous { steps[spaces - previous, default: 0] += 1 }
            previous = spaces
        }
        let step = steps.filter { (1...8).contains($0.key) }.max { ($0.value, $1.key) < ($1.value, $0.key) }
        if tabs > (step?.value ?? 0) { return "\t" }
        return step.map { String(repeating: " ", count: $0.key) }
    }
}
