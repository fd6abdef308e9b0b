import SeamCheck
package import SeamKit

/// The uses of a tree as it is on disk, with their states.
package struct CurrentUses: Sendable {
    package let map: CodeMap
    /// In order of files and lines. Tests are left out.
    package let uses: [UseHistory.Use]

    /// Reads the tree at `root`.
    package init(root: String, options: Analysis.Options) throws(AnalysisError) {
        let tree = try Analysis.analyse(root: root, options: options)
        map = tree.map
        let owners = Dictionary(map.sources.map { ($0.path, $0.owners) }, uniquingKeysWith: { first, _ in first })
        uses = Ledger(tree, retired: [], workers: options.workers).uses.map { use in
            UseHistory.Use(use, owner: (owners[use.file] ?? []).joined(separator: " "), since: 0)
        }
    }
}
