public import Domain

/// A `PublishDiagnostic` that remembers the records, with hooks.
public struct MockPublishDiagnostic: PublishDiagnostic {
    /// Stubs, holds and counts the calls.
    public let calls = MockCalls<Diagnostic, Void, PublishDiagnosticError>(cancelled: .notRecorded) { _ in }

    /// Creates a fake that has recorded nothing.
    public init() {}

    /// Records `diagnostic`, or does what `calls` prescribes. Cancelling the calling task has no effect.
    public func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError) {
        try await Task { [calls] in
            await Result(async: { () async throws(PublishDiagnosticError) in try await calls(diagnostic) })
        }.value.get()
    }
}
