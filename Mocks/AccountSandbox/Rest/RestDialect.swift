import Foundation

/// A part of the REST API (docs/store-api.md): whatever goes wrong is a problem of RFC 9457.
protocol RestDialect: SandboxDialect {
    /// Carries the request out, or says why not.
    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer
}

extension RestDialect {
    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        do throws(Problem) {
            return try await respond(request, faults)
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }
}
