import Domain
import Logging

/// Logs each record with swift-log when it is stored, or when it could not be stored.
struct LoggedDiagnostics: PublishDiagnostic {
    private let publish: any PublishDiagnostic
    private let logger: Logger

    /// Creates a logger to standard error.
    init(_ publish: any PublishDiagnostic) {
        self.init(publish, Logger(label: "account") { StreamLogHandler.standardError(label: $0) })
    }

    init(_ publish: any PublishDiagnostic, _ logger: Logger) {
        self.publish = publish
        self.logger = logger
    }

    func publish(_ diagnostic: Diagnostic) async throws(PublishDiagnosticError) {
        do throws(PublishDiagnosticError) {
            try await publish.publish(diagnostic)
            log(diagnostic)
        } catch {
            log(diagnostic, ["recorded": "false"])
            throw error
        }
    }

    private func log(_ diagnostic: Diagnostic, _ metadata: Logger.Metadata = [:]) {
        var metadata = metadata
        metadata["feature"] = "\(diagnostic.feature)"
        if !diagnostic.details.isEmpty {
            metadata["details"] = .array(diagnostic.details.map { "\($0)" })
        }
        logger.log(level: diagnostic.severity.level, "\(diagnostic.code)", metadata: metadata)
    }
}

extension Diagnostic.Severity {
    fileprivate var level: Logger.Level {
        switch self {
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
