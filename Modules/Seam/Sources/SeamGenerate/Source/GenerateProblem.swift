import SeamKit

/// Why no code is generated for a declaration.
public struct GenerateProblem: Error, Hashable, CustomStringConvertible {
    /// The path of the file, relative to the root of the tree.
    public var path: String
    /// The line, counted from 1.
    public var line: Int
    /// The reason, for people.
    public var message: String

    /// Creates a problem.
    public init(path: String, line: Int, message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    /// `path:line: message`.
    public var description: String { "\(path):\(line): \(message)" }
}

extension [SwiftDocument] {
    /// Returns a problem for each declaration in a body that somebody may expect generated code for: no other file can name it.
    ///
    /// - Parameters:
    ///   - word: what a file with such a declaration says. The others are not looked through.
    ///   - title: returns what there is none of; nil for other declarations.
    func localProblems(saying word: String, title: (Declaration) -> String?) -> [GenerateProblem] {
        filter { $0.text.contains(word) }.flatMap(\.localTypes).compactMap { declaration in
            title(declaration).map { title in
                let reason = "it is declared in a function, so that no other file can name it"
                return Refusal(declaration, reason).problem("no \(title) \(declaration.name): \(reason)")
            }
        }
    }
}

/// Why a declaration can't be part of generated code.
struct Refusal: Error {
    var declaration: Declaration
    var reason: String
    private var offset: Int

    /// Creates a refusal.
    ///
    /// - Parameter offset: the place in the declaration that it is about; its beginning if nil.
    init(_ declaration: Declaration, _ reason: String, at offset: Int? = nil) {
        self.declaration = declaration
        self.reason = reason
        self.offset = offset ?? declaration.offset
    }

    /// Returns the problem, at the place of the declaration.
    func problem(_ message: String) -> GenerateProblem {
        let document = declaration.document
        return GenerateProblem(path: document.path, line: document.line(at: offset), message: message)
    }
}
