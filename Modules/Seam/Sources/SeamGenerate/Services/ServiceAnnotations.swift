import SeamKit

/// The annotations in the comment above a protocol or one of its methods, in order.
struct ServiceAnnotations {
    /// The words that are annotations.
    enum Word: String, CaseIterable {
        case service, get, post, put, patch, delete, head, query, form, header, body, error, pages

        /// Whether it names an HTTP method.
        var isVerb: Bool { [.get, .post, .put, .patch, .delete, .head].contains(self) }
    }

    /// The words above, and what services have instead of words of other tools.
    static let words = AnnotationWords(known: Word.allCases.map(\.rawValue), advice: advice)

    private static let advice: [String: String] = {
        let multipart =
            "a service writes no multipart body: build its bytes, pass them as a `Data` body, and say "
            + "`@header Content-Type: {type}`"
        let method = "a service sends GET, POST, PUT, PATCH, DELETE and HEAD requests"
        let path = "a parameter stands in the path in braces: `@get /users/{user}`"
        let header = "a header is `@header NAME: {PARAMETER}` or `@header NAME: TEXT`"
        return [
            "multipart": multipart, "part": multipart, "parts": multipart, "options": method, "trace": method,
            "connect": method, "path": path, "headers": header,
            "field": "a field of a form is `@form NAME`, `@form NAME={PARAMETER}` or `@form NAME=TEXT`",
            "formurlencoded": "a field of a form is `@form NAME`, `@form NAME={PARAMETER}` or `@form NAME=TEXT`",
            "url": "the address is that of the `ServiceClient`", "json": "a body is JSON by itself: `@body PARAMETER`",
        ]
    }()

    private(set) var items: [(word: Word, argument: String)]

    /// Reads the comments directly above a declaration.
    init(above declaration: Declaration) {
        items = declaration.comment.flatMap { Annotations.items(in: $0, word: Word.init(rawValue:)) }
    }

    /// Returns the arguments of all annotations of a word.
    func arguments(of word: Word) -> [String] { items.filter { $0.word == word }.map(\.argument) }
}
