import Foundation
import Synchronization

/// Answers `POST /collector`, which takes records of what went wrong, and `GET /collector`, which counts them
/// (docs/store-api.md). No token is needed: who is to be told of a failed sign-in has none.
final class CollectorDialect: SandboxDialect {
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

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        switch request.method {
        case "POST":
            guard let batch = try? JSONDecoder().decode(Batch.self, from: request.body) else {
                return Problem(status: 422, code: "invalid_batch", title: "These are no records.").answer
            }
            collected.withLock { collected in
                collected.received += batch.records.count
                for record in batch.records { collected.codes[record.id] = record.code }
            }
            return SandboxAnswer(status: 204, contentType: nil, body: Data())
        case "GET":
            return counted()
        default:
            return Problem.method(allowed: "GET, POST").answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }

    private func counted() -> SandboxAnswer {
        let (received, codes) = collected.withLock { ($0.received, $0.codes) }
        let counts = Dictionary(codes.values.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
        var text = JSONText()
        text.append(json: #"{"received":"#)
        text.append(received)
        text.append(json: #","distinct":"#)
        text.append(codes.count)
        text.append(json: #","codes":["#)
        for (index, count) in counts.enumerated() {
            if index > 0 { text.append(json: ",") }
            text.append(json: #"{"code":"#)
            text.append(count.key)
            text.append(json: #","count":"#)
            text.append(count.value)
            text.append(json: "}")
        }
        text.append(json: "]}")
        return SandboxAnswer(body: Data(text.bytes))
    }
}
