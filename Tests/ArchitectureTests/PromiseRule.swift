/// Each promise of the page about security names the tests that show it, and these exist.
enum PromiseRule {
    static let page = "docs/security.md"
    private static let headings = ["| Tests |", "| Shown by |", "| Held by |"]
    /// What stands in the place of a test where nothing is promised.
    private static let exceptions = ["| – |", "| not promised |"]

    /// Returns the tests that the page names and no code has, and the rows of its tables of promises that name none.
    static func violations(text: String, files: [Code]) -> [Violation] {
        let known = tests(in: files)
        var violations: [Violation] = []
        var isOfPromises = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let named = line.matches(of: /`(\w+Tests|\w+Rule|page_test\.py)(?:\.(\w+))?`/).map { match in
                match.2.map { "\(match.1).\($0)" } ?? String(match.1)
            }
            var messages = named.filter { !known.contains($0) }.map { "there is no test '\($0)'" }
            if !line.hasPrefix("|") {
                isOfPromises = false
            } else if headings.contains(where: line.hasSuffix) {
                isOfPromises = true
            } else if isOfPromises, !line.hasPrefix("| ---"), named.isEmpty, !exceptions.contains(where: line.hasSuffix)
            {
                messages.append("this promise names no test")
            }
            violations += messages.map { Violation(path: page, line: index + 1, message: $0) }
        }
        return violations
    }

    /// Returns the names of suites, of their tests after a dot, and of targets with tests.
    private static func tests(in files: [Code]) -> Set<String> {
        // It runs a browser, and is no Swift.
        var known: Set = ["page_test.py"]
        for file in files {
            let suites = TypeNames.declarations(in: file).map(\.name)
            known.formUnion(suites + file.path.split(separator: "/").map(String.init))
            for index in file.tokens.indices where file[index] == "func" {
                for suite in suites { known.insert("\(suite).\(file[index + 1] ?? "")") }
            }
        }
        return known
    }
}
