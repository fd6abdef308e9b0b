import Foundation
import LoopbackHTTP
import Synchronization

/// Responds to `POST /collector`, which receives diagnostic records, and `GET /collector`, which counts them
/// (docs/workspace/store-api.md). Requests need no token, because a client that reports a failed sign-in has none.
final class CollectorDialect: RestDialect {
    private struct Batch: Decodable {
        let records: [Record]
    }

    private struct Record: Decodable {
        let id: String
        let code: String
    }

    private struct Collected {
        var received = 0
        var codes: [String: String] = [:]
    }

    /// The records, in memory only. Clients have to cope with a collector that restarts empty.
    private let collected = Mutex(Collected())

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        guard request.path == "/collector" else { return nil }
        return ["POST": SandboxFault.Kind.onChanges.subtracting([.unauthorised]), "GET": []]
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        guard request.method == "POST" else { return counted() }
        guard let batch = try? JSONDecoder().decode(Batch.self, from: request.body) else {
            throw Problem(status: 422, code: "invalid_batch", title: "These are no records.")
        }
        collected.withLock { collected in
            collected.received += batch.records.count
            for record in batch.records { collected.codes[record.id] = record.code }
        }
        return SandboxAnswer(status: 204, contentType: nil, body: Data())
    }

    private func counted() -> SandboxAnswer {
        let (received, codes) = collected.withLock { ($0.received, $0.codes) }
        let counts = Dictionary(codes.values.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
        let body = JSONText.object { text in
            text.field("received", received)
            text.field("distinct", codes.count)
            text.field("codes", counts) { text, count in
                text.field("code", count.key)
                text.field("count", count.value)
            }
        }
        return SandboxAnswer(body: Data(body))
    }
}
