import Foundation
import Presentation

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

    /// The bytes of a document that has only the problem.
    func bytes() throws -> Data { try (["problem": json] as JSON).bytes(.prettyPrinted) }
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
