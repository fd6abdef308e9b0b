import SeamKit

/// The annotations in the comment above a protocol or one of its methods, in order.
struct ServiceAnnotations {
    /// The words that are annotations.
    enum Word: String {
        case service, get, post, put, patch, delete, query, header, body, error, pages

        /// Whether it names an HTTP method.
        var isVerb: Bool { [.get, .post, .put, .patch, .delete].contains(self) }
    }

    private(set) var items: [(word: Word, argument: String)]

    /// Reads the comments directly above a declaration.
    init(above declaration: Declaration) {
        items = declaration.comment.flatMap { Annotations.items(in: $0, Word.init(rawValue:)) }
    }

    /// Returns the arguments of all annotations of a word.
    func arguments(_ word: Word) -> [String] { items.filter { $0.word == word }.map(\.argument) }
}
