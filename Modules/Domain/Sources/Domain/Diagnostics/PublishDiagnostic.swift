/// Records what went wrong, in one place for the whole app.
public protocol PublishDiagnostic: Sendable {
    /// Records `diagnostic`, and returns when it is stored. After that, the record outlives the process.
    ///
    /// Cancelling the calling task has no effect: work that fails is often cancelled as well, and is recorded nevertheless.
    func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError)
}

/// Why a diagnostic could not be recorded.
public enum PublishDiagnosticError: Error, Hashable, Sendable, CaseIterable {
    /// The diagnostic could not be written to storage.
    case notRecorded
}
