import Foundation

/// Decision records are few and short, and each is named where it governs.
///
/// A record that nothing refers to is read by nobody, and a reference to a record that is gone sends its reader nowhere.
enum RecordRule {
    static let folder = "docs/adr/"
    private static let maximumCount = 30
    /// The lines of a page.
    private static let maximumLength = 60

    /// A file that may name records.
    struct Page: Sendable {
        /// The path from the root of the tree.
        let path: String
        let text: String
    }

    /// Returns the records that break a rule, and each line that names a record which doesn't exist.
    static func violations(pages: [Page]) -> [Violation] {
        let records = pages.filter { $0.path.hasPrefix(folder) }
        let known = Set(records.map { String($0.path.dropFirst(folder.count)) })
        var violations: [Violation] = []
        var named: Set<String> = []
        for page in pages where page.text.contains("adr/") || page.text.contains("ADR") {
            for (index, line) in page.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if line.contains(/\bADR ?\d/) {
                    violations.append(
                        Violation(path: page.path, line: index + 1, message: "records have names, no numbers")
                    )
                }
                for name in line.matches(of: /\badr\/([\w.-]+\.md|\d{4}[\w-]*)/).map({ String($0.1) }) {
                    if !page.path.hasPrefix(folder) { named.insert(name) }
                    if !known.contains(name) {
                        violations.append(Violation(path: page.path, line: index + 1, message: "no record '\(name)'"))
                    }
                }
            }
        }
        for record in records where !named.contains(String(record.path.dropFirst(folder.count))) {
            violations.append(Violation(path: record.path, line: 1, message: "no code and no page names this record"))
        }
        for record in records
        where record.text.split(separator: "\n", omittingEmptySubsequences: false).count > maximumLength {
            violations.append(Violation(path: record.path, line: 1, message: "a record is at most a page"))
        }
        if records.count > maximumCount {
            violations.append(Violation(path: folder, line: 1, message: "there are more than \(maximumCount) records"))
        }
        return violations
    }

    private static let leftOut: Set = [
        ".git", ".build", ".swiftpm", "SeamCorpus", "SeamCutFixtures", "Fixtures", "images",
    ]

    /// Returns the files below `root` that may name records: code, pages and scripts. The changelog is history, and the
    /// tests of this rule name records that don't exist.
    static func pages(below root: URL) throws -> [Page] {
        guard let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
        else {
            return []
        }
        var pages: [Page] = []
        for case let url as URL in walk {
            guard !leftOut.contains(url.lastPathComponent), !url.lastPathComponent.hasPrefix(".build-") else {
                walk.skipDescendants()
                continue
            }
            let path = String(url.standardizedFileURL.path.dropFirst(root.path.count + 1))
            guard ["swift", "md", "yml", "py", "sh", ""].contains(url.pathExtension), path != "CHANGELOG.md",
                !path.hasPrefix("Tests/ArchitectureTests/RecordRule"),
                try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            else { continue }
            pages.append(Page(path: path, text: String(decoding: try Data(contentsOf: url), as: UTF8.self)))
        }
        return pages
    }
}
