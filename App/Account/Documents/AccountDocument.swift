import Domain
import Foundation
import Presentation

/// The output of `--format json`: one document in the format of `docs/workspace/account.schema.json`.
struct AccountDocument {
    /// The parts of the document, by name.
    let parts: [String: JSON]

    init(_ parts: [String: JSON]) {
        self.parts = parts
    }

    /// Creates a document about a user's account.
    init(of user: UserID, _ parts: [String: JSON]) {
        self.parts = parts.merging(["user": .string(user.rawValue)]) { part, _ in part }
    }

    init(problem: ProblemDocument) {
        self.init(["problem": problem.json])
    }

    init(migration: any Encodable) {
        self.init(["migration": .other(migration)])
    }

    /// Returns the document's bytes, with keys in alphabetical order.
    func json() throws -> Data {
        try JSON.object(parts).bytes(.prettyPrinted)
    }
}

/// Why something is not shown.
struct ProblemDocument: Equatable {
    /// A key for programs that never changes.
    let key: String
    /// A text for people.
    let text: String
    let recovery: Recovery

    var json: JSON {
        ["key": .string(key), "text": .string(text), "recovery": .string(recovery.word)]
    }
}

extension JSON {
    static func problem(_ problem: Problem?, _ formats: Formats) -> JSON {
        problem.map { ProblemDocument($0, formats.wording).json } ?? .absent
    }
}

extension ProblemDocument {
    init(_ problem: Problem, _ wording: Wording) {
        self.init(key: problem.message.key, text: wording(problem), recovery: problem.recovery)
    }
}

extension Recovery {
    /// The word for programs.
    fileprivate var word: String {
        switch self {
        case .retry: "retry"
        case .signIn: "sign-in"
        case .discard: "discard"
        case .none: "none"
        }
    }
}
