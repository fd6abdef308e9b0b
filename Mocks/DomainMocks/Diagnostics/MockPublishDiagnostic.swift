public import Domain

/// A `PublishDiagnostic` that keeps what it is given in memory, with hooks.
public struct MockPublishDiagnostic: PublishDiagnostic {
    /// Stubs, holds and counts the calls; its `inputs` are what was published. As the use case promises, cancelling who
    /// publishes does not reach a call.
    public let calls: MockCalls<Diagnostic, Void, PublishDiagnosticError>

    /// Makes one that has nothing.
    public init() {
        calls = MockCalls(cancelled: .notKept) { _ throws(PublishDiagnosticError) in }
    }

    /// Keeps the record, or does as `calls` was told.
    public func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError) {
        try await Task { () -> Result<Void, PublishDiagnosticError> in
            do throws(PublishDiagnosticError) {
                return .success(try await calls(diagnostic))
            } catch {
                return .failure(error)
            }
        }.value.get()
    }
}
