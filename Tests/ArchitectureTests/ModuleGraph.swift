import Foundation

/// The graph of modules in `docs/architecture.md`, generated from the root manifest.
enum ModuleGraph {
    static let document = "docs/architecture.md"
    static let begin = "<!-- graph:begin -->"
    static let end = "<!-- graph:end -->"

    /// Returns the targets of this repository without tests, with a box for each top-level folder; products of other packages
    /// are separate, with a dotted arrow.
    static func mermaid(of manifest: Manifest) -> String {
        let targets = manifest.targets.filter { !$0.isTest }.sorted { $0.name < $1.name }
        let folders = Dictionary(grouping: targets) { String($0.path.prefix { $0 != "/" }) }
        let products = Set(targets.flatMap { $0.dependencies.filter { $0.package != nil }.map(\.name) })
        var lines = ["```mermaid", "flowchart TD"]
        for folder in folders.keys.sorted() {
            lines.append("    subgraph \(folder)")
            lines += (folders[folder] ?? []).map { "        \($0.name)" }
            lines.append("    end")
        }
        if !products.isEmpty {
            lines.append("    subgraph third [Other packages]")
            lines += products.sorted().map { "        \($0)([\($0)])" }
            lines.append("    end")
        }
        for target in targets {
            for dependency in target.dependencies.sorted(by: { $0.name < $1.name }) {
                lines.append("    \(target.name) \(dependency.package == nil ? "-->" : "-.->") \(dependency.name)")
            }
        }
        return (lines + ["```"]).joined(separator: "\n")
    }

    /// Returns the block between the markers; nil without them.
    static func block(of document: String) -> Range<String.Index>? {
        guard let start = document.firstRange(of: begin)?.upperBound,
            let stop = document[start...].firstRange(of: end)?.lowerBound
        else { return nil }
        return start..<stop
    }

    /// Returns the document with `graph` between its markers; nil without them.
    static func updated(_ document: String, graph: String) -> String? {
        block(of: document).map { document.replacingCharacters(in: $0, with: "\n\(graph)\n") }
    }
}
