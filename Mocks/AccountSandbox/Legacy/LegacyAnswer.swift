import Foundation

/// An answer of the legacy dialect before it is HTTP.
struct LegacyAnswer: Sendable {
    var status = 200
    var contentType = "application/json"
    var retryAfter: Int?
    var body: Data

    /// `data` is JSON.
    static func ok(_ data: [UInt8], generatedAt: Int) -> LegacyAnswer {
        var text = JSONText()
        text.append(json: #"{"status":"OK","generated_at":"#)
        text.append(milliseconds: generatedAt, alwaysWithFraction: true)
        text.append(json: #","data":"#)
        text.append(json: data)
        text.append(json: "}")
        return LegacyAnswer(body: Data(text.bytes))
    }

    static func error(_ code: StaticString, _ explanation: String, status: Int = 200) -> LegacyAnswer {
        var text = JSONText()
        text.append(json: #"{"status":"ERROR","code":""#)
        text.append(json: code)
        text.append(json: #"","text":"#)
        text.append(explanation)
        text.append(json: "}")
        return LegacyAnswer(status: status, body: Data(text.bytes))
    }
}
