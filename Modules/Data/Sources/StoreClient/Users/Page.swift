import Foundation
import WireFormat

/// One page of a list, of which the decoder's `list` tells the name.
struct Page<Record: Decodable>: Decodable {
    /// `nil` where something is no record at all.
    let records: [Record?]
    /// The store's time when it made the page; `nil` if it doesn't say or it can't be read.
    let generatedAt: Date?
    /// Leads to the next page; `nil` on the last.
    let next: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Name.self)
        let list = Name(stringValue: decoder.userInfo[.list] as? String ?? "")
        records = try fields.decode([Lenient].self, forKey: list).map(\.record)
        generatedAt = (try? fields.decode(String.self, forKey: Name(stringValue: "generated_at")))
            .flatMap { Date(iso8601: $0) }
        next = try fields.decodeIfPresent(String.self, forKey: Name(stringValue: "next_page_token"))
            .flatMap { $0.isEmpty ? nil : $0 }
    }

    private struct Lenient: Decodable {
        let record: Record?

        init(from decoder: any Decoder) throws {
            record = try? Record(from: decoder)
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}

extension CodingUserInfoKey {
    /// The name of the field with the records.
    static let list: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "list") else { preconditionFailure("Any text is a key.") }
        return key
    }()
}

/// What a problem says it is (RFC 9457), for programs.
struct ProblemCode: Hashable {
    let code: String

    static let unknownUser = ProblemCode(code: "unknown_user")

    init(code: String) {
        self.code = code
    }

    /// `nil` if the answer tells of no problem, or of one without a code.
    init?(_ answer: HTTPAnswer) {
        guard answer.mediaType == "application/problem+json",
            let problem = try? JSONDecoder().decode(Body.self, from: answer.body)
        else { return nil }
        code = problem.code
    }

    private struct Body: Decodable {
        let code: String
    }
}
