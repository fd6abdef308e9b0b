import Domain
import Foundation
import Presentation

/// What `--format json` prints: one document, as `docs/account.schema.json` describes it.
struct AccountDocument {
    /// What it is about, by name.
    let parts: [String: JSON]

    init(_ parts: [String: JSON]) {
        self.parts = parts
    }

    /// A document about a user's account.
    init(of user: UserID, _ parts: [String: JSON]) {
        self.parts = parts.merging(["user": .string(user.rawValue)]) { part, _ in part }
    }

    init(problem: ProblemDocument) {
        self.init(["problem": problem.json])
    }

    init(migration: any Encodable) {
        self.init(["migration": .other(migration)])
    }

    /// The document's bytes, keys in alphabetical order.
    func json() throws -> Data {
        try JSON.object(parts).bytes(.prettyPrinted)
    }

    /// Writes the document to standard output.
    func print() {
        do {
            try FileHandle.standardOutput.write(contentsOf: json())
        } catch {
            StandardError.say("The document could not be written to its end (\(error)).")
        }
    }
}

/// Why something is not shown.
struct ProblemDocument: Equatable {
    /// Stable, for programs.
    let key: String
    /// For people.
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
