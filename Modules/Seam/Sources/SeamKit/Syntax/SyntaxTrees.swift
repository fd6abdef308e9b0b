package import SwiftSyntax
import Synchronization

/// The syntax trees of the files that contain a name, for code that edits these files once they are mapped.
///
/// A run that parses such a file adds its tree. Files whose facts are stored are not parsed.
public final class SyntaxTrees: Sendable, Equatable {
    private let name: [UInt8]
    private let trees = Mutex<[String: Tree]>([:])

    /// A file as it was when it was parsed.
    package typealias Tree = (bytes: [UInt8], root: SourceFileSyntax)

    /// Creates an empty collection.
    ///
    /// - Parameter name: the name that the files contain, anywhere.
    public init(naming name: String) { self.name = Array(name.utf8) }

    /// Returns the tree of a file; nil if it wasn't parsed, or doesn't contain the name.
    package func tree(at path: String) -> Tree? { trees.withLock { $0[path] } }

    func add(_ root: SourceFileSyntax, bytes: UnsafeBufferPointer<UInt8>, path: String) {
        guard ByteSearch.contains(name, in: bytes) else { return }
        let bytes = Array(bytes)
        trees.withLock { $0[path] = (bytes, root) }
    }

    /// Returns whether both are the same collection.
    public static func == (left: SyntaxTrees, right: SyntaxTrees) -> Bool { left === right }
}
