import SeamCheck
package import SeamKit

/// The uses of a tree as it is on disk, with their states.
package struct CurrentUses: Sendable {
    package let tree: AnalysedTree
    package var map: CodeMap { tree.map }
    /// In order of files and lines, with what names an accessor for others. Tests are left out.
    package let uses: [UseHistory.Use]

    /// Reads the tree at `root`.
    ///
    /// - Parameter passing: finds the uses of a tree by which roots pass some singletons on.
    package init(
        root: String,
        options: Analysis.Options,
        passing: (AnalysedTree, Set<String>) -> [SeamKit.Use]
    ) throws(AnalysisError) {
        let tree = try Analysis.analyse(root: root, options: options)
        self.tree = tree
        let owners = Dictionary(tree.map.sources.map { ($0.path, $0.owners) }, uniquingKeysWith: { first, _ in first })
        var ledger = Ledger(tree: tree, retired: [], workers: options.workers)
        ledger.findRoots { passing(tree, $0) }
        uses = ledger.uses.map { use in
            UseHistory.Use(use: use, owner: (owners[use.file] ?? []).joined(separator: " "), since: 0)
        }
    }
}
