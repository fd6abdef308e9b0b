import Foundation
import SeamKit

/// Finds the lines about errors in what a command prints. That can be gigabytes, so only these lines become text.
enum ErrorLines {
    private static let word = Array("error".utf8)
    private static let limit = 10_000
    private static let length = 4_000

    /// Whether a line says that the linker failed: `error: link command failed`, `ld.lld: error: undefined symbol: f`.
    static func isOfLinker(_ line: String) -> Bool {
        let text = line.lowercased()
        return ["link command failed", "linker command failed", "undefined reference", "undefined symbol"]
            .contains { text.contains($0) }
    }

    /// Returns the lines that contain "error", in any case; the first of them if there are very many.
    static func find(in output: Data) -> [String] {
        output.withUnsafeBytes { bytes in
            var lines: [String] = []
            var start = 0
            while start < bytes.count, lines.count < limit {
                var end = start
                var matched = 0
                var isFound = false
                while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
                    let letter = bytes[end] | 0x20
                    // No part of the word but its first letter begins it again.
                    matched = letter == word[matched] ? matched + 1 : letter == word[0] ? 1 : 0
                    if matched == word.count { (isFound, matched) = (true, 0) }
                    end += 1
                }
                if isFound { lines.append(String(decoding: bytes[start..<end].prefix(length), as: UTF8.self)) }
                start = end + 1
            }
            return lines
        }
    }
}

/// An error that the compiler reports at a place.
struct CompilerError: Equatable {
    /// The path as the compiler writes it.
    var path: String
    var line: Int
    var message: String

    /// The errors in lines of what a build prints.
    static func all(in lines: [String]) -> [CompilerError] {
        lines.compactMap { line in
            guard let match = line.firstMatch(of: /^(.+\.swift):(\d+):\d+: error: (.*)$/), let number = Int(match.2)
            else { return nil }
            return CompilerError(path: String(match.1), line: number, message: String(match.3))
        }
    }

    /// Whether the error is in the file with this path in the tree.
    func isIn(_ file: String) -> Bool { path == file || path.hasSuffix("/" + file) }
}

/// Finds the callers that an error comes from.
struct Blame {
    var plan: CutPlan
    /// The folder that the command ran in.
    var folder: URL

    /// Callers with the first message that names each.
    func callers(_ errors: [CompilerError]) -> [CutPlan.Caller.ID: String] {
        var result: [CutPlan.Caller.ID: String] = [:]
        for error in errors {
            for caller in callers(error) where result[caller] == nil { result[caller] = text(error) }
        }
        return result
    }

    private func callers(_ error: CompilerError) -> [CutPlan.Caller.ID] {
        if let change = plan.changes.first(where: { error.isIn($0.path) }) {
            let callers = plan.callers.filter { $0.file == change.path }
            if callers.count == 1 { return callers.map(\.id) }
            if let file = ParsedFile(path: change.path, bytes: change.result),
                let start = file.offset(line: error.line, column: 1)
            {
                let line = start + file.indent(of: start).utf8.count
                for owner in file.owners(around: line).reversed() {
                    let found = callers.filter { $0.name == owner.name }
                    if !found.isEmpty { return found.map(\.id) }
                }
            }
        }
        // Whoever makes a caller, or inherits from it, names it.
        let words = Self.words(error.message).union(Self.words(sourceLine(error)))
        return plan.callers.filter { caller in
            words.contains(caller.name.lastName)
        }.map(\.id)
    }

    private func text(_ error: CompilerError) -> String {
        let known = plan.changes.first { error.isIn($0.path) }?.path
        return "\(known ?? URL(fileURLWithPath: error.path).lastPathComponent):\(error.line): \(error.message)"
    }

    private func sourceLine(_ error: CompilerError) -> String {
        let url = URL(fileURLWithPath: error.path, relativeTo: folder)
        guard let data = try? Data(contentsOf: url) else { return "" }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(error.line - 1) ? String(lines[error.line - 1]) : ""
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }
}
