import Foundation
import LoopbackHTTP

/// A payload of the REST API.
enum RestPayload {
    /// Returns `{"generated_at":"...",` and the fields, with a weak tag of the fields, or 304 if the client already has exactly
    /// that.
    ///
    /// - Parameters:
    ///   - fields: JSON without braces.
    ///   - age: The age of the response according to its own `generated_at`, in seconds.
    static func answer(_ fields: [UInt8], to request: DialectRequest, now: Date, age: Int = 0) -> SandboxAnswer {
        let tag = EntityTag.weak(fields)
        var headers = ["ETag": tag.text, "Cache-Control": "private, no-cache"]
        if age > 0 { headers["Age"] = String(age) }
        if let condition = request.headers["if-none-match"], Condition(condition).isMetWeakly(by: tag) {
            return SandboxAnswer(status: 304, contentType: nil, headers: headers, body: Data())
        }
        return SandboxAnswer(headers: headers, body: body(fields, now: now, age: age))
    }

    static func body(_ fields: [UInt8], now: Date, age: Int = 0) -> Data {
        let time = JSONText.fields { text in
            text.field("generated_at", milliseconds: milliseconds(now) - age * 1000, alwaysWithFraction: true)
        }
        return Data([UInt8(ascii: "{")] + time + [UInt8(ascii: ",")] + fields + [UInt8(ascii: "}")])
    }

    static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1000).rounded(.down)) }

    /// Returns the age that a response claims to have, in seconds.
    static func age(_ faults: Set<SandboxFault.Kind>) -> Int { faults.contains(.stale) ? 2 * 24 * 3600 : 0 }
}
