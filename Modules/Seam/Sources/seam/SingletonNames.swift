import ArgumentParser
import SeamKit

extension CompletionKind {
    /// The singletons of the tree in the current folder, for completion in a shell.
    static var singletons: CompletionKind {
        .custom { _, _, _ in
            // Completion has no place for a failure: nothing is suggested.
            guard let tree = try? TreeOptions.parse([]), let map = try? tree.map(of: ".") else { return [] }
            return map.singletons.map(\.name)
        }
    }
}
