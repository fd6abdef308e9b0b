import Foundation

/// Links and paths in pages lead to files that exist, and so do the programs of CI that pages and comments name.
enum LinkRule {
    /// Returns each link to a file that doesn't exist.
    ///
    /// - Parameter exists: Returns whether there is a file or folder with this path, from the root of the tree.
    static func violations(pages: [RecordRule.Page], exists: (String) -> Bool) -> [Violation] {
        pages.flatMap { page in
            page.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
                targets(in: line, of: page.path).filter { !exists($0) }.map {
                    Violation(path: page.path, line: index + 1, message: "there is no '\($0)'")
                }
            }
        }
    }

    private static func targets(in line: Substring, of path: String) -> [String] {
        var targets = line.matches(of: /(?:^|[\s`(])(\.ci\/[a-z-]+(?:\.[a-z]+)?)/).map { String($0.1) }
        // The links of a documentation catalogue are its own.
        guard path.hasSuffix(".md"), !path.contains(".docc/") else { return targets }
        // What the tutorial adds doesn't exist yet, and what a build makes may not.
        if !line.contains("`, new:") {
            let named = line.matches(of: /`((?:Modules|Tests|App|Mocks|docs|Distribution)\/[\w.\/+-]+)`/)
            targets += named.map { String($0.1) }.filter { !$0.contains("/.build/") }
        }
        let folder = URL(filePath: "/" + path).deletingLastPathComponent()
        for link in line.matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/).map({ String($0.1) }) {
            targets.append(String(folder.appending(path: link).standardized.path.dropFirst()))
        }
        return targets
    }
}
