import Foundation
import LoopbackHTTP
import Synchronization

/// Responds to searches in the format of docs/workspace/search-format.md. Independent of any HTTP server.
final class SearchDialect: SandboxDialect {
    private let seed: UInt64
    private let count: Int
    /// The database, created at the first search, because most runs of a sandbox never search.
    private let directory = Mutex<NameDirectory?>(nil)

    init(seed: UInt64, count: Int) {
        self.seed = seed
        self.count = count
    }

    /// Returns the faults on a search, which needs no sign-in and whose response has neither states nor a time.
    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard request.method == "GET", request.path == "/search" else { return nil }
        return SandboxFault.Kind.onLists.subtracting([.unauthorised, .unknownStatus, .stale])
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer {
        let status = fault == .tooManyRequests ? 429 : fault == .unavailable ? 503 : 500
        var answer = SandboxAnswer(status: status, body: Data(#"{"error":"Not now."}"#.utf8))
        if fault == .tooManyRequests { answer.headers["Retry-After"] = "7" }
        return answer
    }

    func malformed() -> SandboxAnswer {
        SandboxAnswer(body: Data(#"{"status":"OK","data":[1,2,3]}"#.utf8))
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        guard let sought = request.parameters["query"], !sought.isEmpty else {
            return SandboxAnswer(status: 400, body: Data(#"{"error":"There is no query."}"#.utf8))
        }
        let found = names.names(containing: sought)
        let listed = ListedRecord.listed(found.first, Set(faults.compactMap(\.flaw)))
        let body = JSONText.object { text in
            text.field("total", found.total)
            // The time grows with the number of matches, as it would in a real database.
            text.field("time", min(8 + found.total / 20, 400))
            text.field("domains", listed) { text, listed in
                let name = listed.record
                text.field("hasWhois", name.hasWhois ? 1 : 0)
                text.field("country", name.country)
                text.field("NS", name.nameServers?.joined(separator: ","))
                if !listed.lacksField { text.field("domain", name.domain) }
                text.field("expiry_date", milliseconds: name.expires)
                text.field("create_date", milliseconds: name.created)
                text.field("update_date", milliseconds: name.updated)
                text.field("isDead", name.isDead)
            }
        }
        return SandboxAnswer(body: Data(body))
    }

    private var names: NameDirectory {
        directory.withLock { directory in
            let names = directory ?? NameDirectory(seed: seed, count: count)
            directory = names
            return names
        }
    }
}
