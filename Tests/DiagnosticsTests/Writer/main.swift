// A process that publishes records until it is killed. Arguments: folder, name of the records, number of records, and
// optionally the URL of a collector to which it also sends them. It prints the number of each record on standard output once
// the record is published.
import Diagnostics
import Domain
import Foundation
import StoreClient

let words = CommandLine.arguments
guard words.count >= 4, let count = Int(words[3]), let feature = FeatureID(text: words[2]) else { exit(64) }
let spool = Spool(folder: URL(filePath: words[1]), limit: 64 << 20, now: { Date() })
let centre = DiagnosticsCentre(spool: spool, origin: .random(in: 0...UInt64.max))

var sending: Task<Void, Never>?
if words.count == 5, let url = URL(string: words[4]) {
    let transport = URLSessionTransport(deadline: .seconds(5), largestBody: 1 << 20, clock: ContinuousClock())
    let collector = RemoteCollector(
        spool: spool,
        batchSize: 20,
        send: { batch in
            let request = HTTPRequest(
                method: "POST",
                url: url,
                headers: ["Content-Type": "application/json"],
                body: batch
            )
            return (try? await transport.send(request))?.status == 204
        },
        backoff: RemoteCollector.Backoff(first: .milliseconds(5), longest: .milliseconds(20)),
        clock: ContinuousClock(),
        random: { Double.random(in: 0...1) }
    )
    sending = Task { await collector.run(for: centre) }
}
for number in 0..<count {
    try await centre.publish(
        Diagnostic(
            time: Date(),
            feature: feature,
            severity: .error,
            code: DiagnosticCode("writer.record"),
            details: [.count(number)]
        )
    )
    try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
}
await sending?.value
