import SeamKit

/// How long the lines of a file may be, and how they are indented.
struct Layout: Sendable, Equatable {
    /// The number of columns.
    var limit: Int
    /// One level of indentation.
    var indentation: String

    /// The columns that a tab takes.
    static let tabWidth = 4

    /// Returns whether a line fits.
    func fits(_ line: some StringProtocol) -> Bool { Self.width(line) <= limit }

    /// Returns the number of columns of a line.
    static func width(_ line: some StringProtocol) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ($1 == "\t" ? tabWidth : 1) }
    }
}

extension Layout {
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
