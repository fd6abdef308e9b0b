/// The declarations of a file, as uses and mentions name what is around them.
package enum Declarations {
    /// Returns the types and functions of a file: `Cart`, `Cart.load(_:)`. Nil if it can't be parsed whole.
    package static func names(in bytes: [UInt8]) -> Set<String>? {
        bytes.withUnsafeBufferPointer { bytes in
            let document = SwiftDocument(path: "", bytes: bytes)
            guard document.problem == nil, let facts = FileFacts(of: document, bytes: bytes) else { return nil }
            return Set(facts.scopes.indices.map { facts.enclosing(FileFacts.Index($0)) })
        }
    }
}
