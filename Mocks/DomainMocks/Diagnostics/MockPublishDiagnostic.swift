public import Domain

/// A `PublishDiagnostic` that stores records in memory, with hooks.
public struct MockPublishDiagnostic: PublishDiagnostic {
    /// Stubs, holds and counts the calls; its `inputs` are the published records. As the use case promises, cancelling the
    /// publishing task does not affect a call.
    public let calls: MockCalls<Diagnostic, Void, PublishDiagnosticError>

    /// Creates a mock without records.
    public init() {
        calls = MockCalls(cancelled: .notRecorded) { _ throws(PublishDiagnosticError) in }
    }

    /// Stores the record, or does what `calls` prescribes.
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
