import DataSupport
import Diagnostics
import Domain
import Foundation
import StoreClient

/// The place where this run records what goes wrong.
struct DiagnosticsModule: Sendable {
    let publish: any PublishDiagnostic
    /// Sends the records, for as long as a person is willing to wait after a command has ended.
    let finish: @Sendable () async -> Void
}

extension DiagnosticsModule {
    /// Creates a record in the state folder that is sent to the collector of the store at `server`.
    static func real(_ settings: Composition.Settings, at server: URL?) -> DiagnosticsModule {
        let spool = Spool(settings.stateFolder)
        let centre = DiagnosticsCentre(spool: spool, origin: .random(in: 0...UInt64.max))
        guard let server else { return DiagnosticsModule(publish: centre, finish: {}) }

        // The wire. To use another one, replace this line (docs/workspace/flow.md).
        let wire = settings.wire.transport(deadline: settings.timeout, largestBody: 16 << 20)
        let collector = RemoteCollector(
            spool: spool,
            batchSize: 100,
            send: { batch in
                let url = server.appending(path: "collector")
                let headers = ["Content-Type": "application/json"]
                let request = HTTPRequest(method: "POST", url: url, headers: headers, body: batch)
                return (try? await wire.send(request))?.status == 204
            },
            backoff: RemoteCollector.Backoff(first: .seconds(1), longest: .seconds(60)),
            clock: ContinuousClock(),
            random: { Double.random(in: 0...1) }
        )
        let sending = Task { await collector.run(for: centre) }
        return DiagnosticsModule(
            publish: centre,
            finish: {
                sending.cancel()
                await sending.value
                // The next run sends what can't be sent in a moment: it is on disk.
                _ = await Deadline(.seconds(1), on: ContinuousClock()).wait { await collector.sendPending() }
            }
        )
    }
}

extension Spool {
    /// Creates the diagnostic record of all runs that share a state folder.
    init(_ folder: StateFolder) {
        self.init(folder: folder.diagnostics, limit: 1 << 20, now: { Date() })
    }
}
