import Foundation
import LoopbackHTTP

/// A part of the REST API (docs/workspace/store-api.md): every error is a problem of RFC 9457.
protocol RestDialect: SandboxDialect {
    /// Returns the methods of the requested path, each with the kinds of fault that can act on it, or nil if this dialect
    /// doesn't have the path.
    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]?

    /// Carries out a request with one of the methods, or throws why not.
    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer
}

extension RestDialect {
    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        methods(at: request).map { $0[request.method, default: []] }
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        do throws(Problem) {
            let methods = methods(at: request) ?? [:]
            guard methods[request.method] != nil else { throw .method(allowed: methods.keys.sorted()) }
            return try await respond(request, faults)
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }
}
