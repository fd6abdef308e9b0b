import Foundation

/// The envelope of each response in the legacy dialect.
extension SandboxAnswer {
    /// Returns a response whose `data` is JSON.
    static func ok(_ data: [UInt8], generatedAt: Int) -> SandboxAnswer {
        let body = JSONText.object { text in
            text.field("status", plain: "OK")
            text.field("generated_at", milliseconds: generatedAt, alwaysWithFraction: true)
            text.field("data") { $0.append(json: data) }
        }
        return SandboxAnswer(body: Data(body))
    }

    static func error(_ code: String, _ explanation: String, status: Int = 200) -> SandboxAnswer {
        let body = JSONText.object { text in
            text.field("status", plain: "ERROR")
            text.field("code", plain: code)
            text.field("text", explanation)
        }
        return SandboxAnswer(status: status, body: Data(body))
    }
}
