/// Brings what went wrong to the one place where all of it is recorded.
public protocol PublishDiagnostic: Sendable {
    /// Records `diagnostic`, and returns when it is kept: what has returned outlives the process.
    ///
    /// Cancelling the calling task changes nothing: what fails is often cancelled too, and is recorded all the same.
    func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError)
}

/// Why something is not recorded.
public enum PublishDiagnosticError: Error, Hashable, Sendable, CaseIterable {
    /// It could not be written where records are kept.
    case notKept
}
