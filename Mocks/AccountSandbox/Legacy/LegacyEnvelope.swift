import Foundation

/// What wraps each answer in the legacy dialect.
extension SandboxAnswer {
    /// `data` is JSON.
    static func ok(_ data: [UInt8], generatedAt: Int) -> SandboxAnswer {
        var text = JSONText()
        text.append(json: #"{"status":"OK","generated_at":"#)
        text.append(milliseconds: generatedAt, alwaysWithFraction: true)
        text.append(json: #","data":"#)
        text.append(json: data)
        text.append(json: "}")
        return SandboxAnswer(body: Data(text.bytes))
    }

    static func error(_ code: StaticString, _ explanation: String, status: Int = 200) -> SandboxAnswer {
        var text = JSONText()
        text.append(json: #"{"status":"ERROR","code":""#)
        text.append(json: code)
        text.append(json: #"","text":"#)
        text.append(explanation)
        text.append(json: "}")
        return SandboxAnswer(status: status, body: Data(text.bytes))
    }
}
