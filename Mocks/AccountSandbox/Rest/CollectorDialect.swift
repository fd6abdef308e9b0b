import Foundation
import Synchronization

/// Answers `POST /collector`, which takes records of what went wrong, and `GET /collector`, which counts them
/// (docs/store-api.md). No token is needed: who is to be told of a failed sign-in has none.
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

    /// In memory alone: a collector that begins anew is one more thing to cope with.
    private let collected = Mutex(Collected())

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard request.path == "/collector" else { return nil }
        return request.method == "POST" ? SandboxFault.Kind.onChanges.subtracting([.unauthorised]) : []
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        switch request.method {
        case "POST":
            guard let batch = try? JSONDecoder().decode(Batch.self, from: request.body) else {
                throw Problem(status: 422, code: "invalid_batch", title: "These are no records.")
            }
            collected.withLock { collected in
                collected.received += batch.records.count
                for record in batch.records { collected.codes[record.id] = record.code }
            }
            return SandboxAnswer(status: 204, contentType: nil, body: Data())
        case "GET":
            return counted()
        default:
            throw .method(allowed: "GET, POST")
        }
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
