import SeamKit

/// The lines of a tree's sources, as a report asks for them: file by file.
final class SourceLines {
    private let root: String
    private var path = ""
    private var lines: [String] = []

    init(root: String) {
        self.root = root
    }

    /// A line, counted from 1; nil if the file can't be read or has fewer.
    func line(_ number: Int, of path: String) -> String? {
        if self.path != path {
            let text = FileReader.text(at: root + "/" + path) ?? ""
            self.path = path
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.indices.contains(number - 1) ? lines[number - 1] : nil
    }
}
