public import Domain
import Foundation
import Synchronization

/// Asks for what it has seen with `If-None-Match`, and where the server answers 304 gives the body from before, as status 200
/// and marked as revalidated. Nothing is answered without asking the server.
///
/// What is kept is in memory, and belongs to an account: nobody gets what was sent to another. Of very much the latest is
/// kept. A body that calls itself JSON and is not, complete, is not kept, lest a damaged one be vouched for.
public final class RevalidatingTransport: HTTPTransport {
    fileprivate struct Key: Hashable {
        let account: UserID?
        let url: String
        let accepted: String?
    }

    fileprivate struct Entry {
        let tag: String
        let answer: HTTPAnswer
        var lastUse: UInt64
    }

    fileprivate struct Kept {
        var entries: [Key: Entry] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    private let transport: any HTTPTransport
    private let account: @Sendable () async -> UserID?
    private let capacity: Int
    private let kept = Mutex(Kept())

    /// Makes a transport that revalidates over `transport`.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes of bodies are kept at most, in no more than 1,024 of them.
    ///   - account: Whose requests these are at the moment.
    public init(
        _ transport: any HTTPTransport,
        capacity: Int,
        account: @escaping @Sendable () async -> UserID?
    ) {
        self.transport = transport
        self.capacity = capacity
        self.account = account
    }

    /// As the protocol says.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        guard request.method == "GET", !request.headers.keys.contains(where: { $0.lowercased() == "if-none-match" })
        else { return try await transport.send(request) }

        let key = Key(
            account: await account(),
            url: request.url.absoluteString,
            accepted: request.headers["Accept"]
        )
        let known = known(key)
        var conditional = request
        if let known { conditional.headers["If-None-Match"] = known.tag }
        let answer = try await transport.send(conditional)
        switch answer.status {
        case 304:
            guard let known else { return answer }
            return HTTPAnswer(
                status: known.answer.status,
                headers: known.answer.headers.merging(answer.headers.filter { $0.key != "content-length" }) { $1 },
                body: known.answer.body,
                isRevalidated: true
            )
        case 200:
            // Somebody else may have signed in while this was under way.
            if await account() == key.account { keep(answer, key) }
        default:
            break
        }
        return answer
    }

    private func known(_ key: Key) -> Entry? {
        kept.withLock { kept in
            kept.uses += 1
            kept.entries[key]?.lastUse = kept.uses
            return kept.entries[key]
        }
    }

    private func keep(_ answer: HTTPAnswer, _ key: Key) {
        guard let tag = answer.headers["etag"], answer.headers["cache-control"]?.contains("no-store") != true,
            answer.body.count <= capacity, answer.isComplete
        else { return kept.withLock { $0.remove(key) } }
        kept.withLock { kept in
            kept.remove(key)
            kept.uses += 1
            kept.entries[key] = Entry(tag: tag, answer: answer, lastUse: kept.uses)
            kept.size += answer.body.count
            while kept.size > capacity || kept.entries.count > 1024 {
                guard let oldest = kept.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
                kept.remove(oldest.key)
            }
        }
    }
}

extension RevalidatingTransport.Kept {
    fileprivate mutating func remove(_ key: RevalidatingTransport.Key) {
        size -= entries.removeValue(forKey: key)?.answer.body.count ?? 0
    }
}

extension HTTPAnswer {
    /// Whether the body is what its media type says, as far as that can be told.
    fileprivate var isComplete: Bool {
        guard mediaType == "application/json" else { return true }
        return (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
    }
}
