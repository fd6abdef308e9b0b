import Foundation

/// The page requested by `page_size` and `page_token`.
struct Page: Equatable, Sendable {
    let offset: Int
    let size: Int

    static let usualSize = 50
    static let largestSize = 200

    /// - Parameter list: The list to which the tokens belong; tokens of another list are refused.
    init(_ parameters: [String: String], of list: String) throws(Problem) {
        let size = parameters["page_size"].map { Int($0) ?? -1 } ?? 0
        guard size >= 0 else {
            throw Problem(status: 400, code: "invalid_page_size", title: "page_size is a whole number from 0.")
        }
        guard let offset = parameters["page_token"].map({ Self.offset($0, of: list) }) ?? 0 else {
            throw Problem(status: 400, code: "invalid_page_token", title: "page_token is none of this list's.")
        }
        self.offset = offset
        self.size = size == 0 ? Self.usualSize : min(size, Self.largestSize)
    }

    /// Returns the token of the next page, or nil if this is the last.
    func next(of list: String, count: Int) -> String? {
        guard offset + size < count else { return nil }
        return Data("\(list)@\(offset + size)".utf8).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    private static func offset(_ token: String, of list: String) -> Int? {
        var base64 = token.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let text = Data(base64Encoded: base64).map({ String(decoding: $0, as: UTF8.self) }),
            text.hasPrefix(list + "@"), let offset = Int(text.dropFirst(list.count + 1)), offset > 0
        else { return nil }
        return offset
    }
}
