import Foundation
import SeamCheck

/// The tree that code is generated for.
enum GeneratedTree {
    /// Returns the path without a slash at its end.
    static func root(of path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Returns the absolute path of a file or folder in the tree.
    static func absolute(_ path: String, in root: String) -> String {
        URL(fileURLWithPath: path.hasPrefix("/") ? path : root + "/" + path).standardizedFileURL.path
    }

    /// Returns the contents of `seam.yml`; nil if there is none.
    static func configuration(in root: String) throws(ToolFailure) -> Configuration? {
        do {
            return try CheckRun.configuration(at: root)
        } catch {
            throw ToolFailure(error)
        }
    }
}
