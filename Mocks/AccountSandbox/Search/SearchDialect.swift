import Foundation
import Synchronization

/// Answers searches in the format of docs/search-format.md. Knows nothing of HTTP servers.
final class SearchDialect: SandboxDialect {
    private let seed: UInt64
    private let count: Int
    /// Made when it is first asked for: most runs of a sandbox never are.
    private let directory = Mutex<NameDirectory?>(nil)

    init(seed: UInt64, count: Int) {
        self.seed = seed
        self.count = count
    }

    /// A search needs no sign-in, and its answer has neither states nor a time.
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
        let flaws = Set(faults.compactMap(\.flaw))
        let found = names.names(containing: sought)
        var listed = found.first.enumerated().map { index, name in
            (name, lacksDomain: flaws.contains(.missingField) && index == found.first.count / 2)
        }
        if flaws.contains(.duplicate), let first = listed.first { listed.append(first) }

        var text = JSONText()
        text.append(json: #"{"total":"#)
        text.append(found.total)
        text.append(json: #","time":"#)
        // As if a larger part of the database took longer to find.
        text.append(min(8 + found.total / 20, 400))
        text.append(json: #","domains":"#)
        text.append(listed) { text, listed in Self.append(listed.0, lacksDomain: listed.lacksDomain, to: &text) }
        text.append(json: "}")
        return SandboxAnswer(body: Data(text.bytes))
    }

    private var names: NameDirectory {
        directory.withLock { directory in
            let names = directory ?? NameDirectory(seed: seed, count: count)
            directory = names
            return names
        }
    }

    private static func append(_ name: RegisteredName, lacksDomain: Bool, to text: inout JSONText) {
        text.append(json: name.hasWhois ? #"{"hasWhois":1,"country":"# : #"{"hasWhois":0,"country":"#)
        append(name.country, to: &text) { text, country in text.append(country) }
        text.append(json: #","NS":"#)
        append(name.nameServers, to: &text) { text, servers in text.append(servers.joined(separator: ",")) }
        if !lacksDomain {
            text.append(json: #","domain":"#)
            text.append(name.domain)
        }
        text.append(json: #","expiry_date":"#)
        append(name.expires, to: &text) { text, moment in text.append(milliseconds: moment) }
        text.append(json: #","create_date":"#)
        append(name.created, to: &text) { text, moment in text.append(milliseconds: moment) }
        text.append(json: #","update_date":"#)
        append(name.updated, to: &text) { text, moment in text.append(milliseconds: moment) }
        text.append(json: #","isDead":"#)
        append(name.isDead, to: &text) { text, isDead in text.append(json: isDead ? "true" : "false") }
        text.append(json: "}")
    }

    private static func append<Value>(
        _ value: Value?,
        to text: inout JSONText,
        _ write: (inout JSONText, Value) -> Void
    ) {
        if let value { write(&text, value) } else { text.append(json: "null") }
    }
}
