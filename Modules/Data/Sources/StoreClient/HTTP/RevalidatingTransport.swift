public import Domain
import Foundation
import Synchronization

/// Sends `If-None-Match` for resources it has received before. If the server responds with 304, it returns the earlier body
/// with status 200, marked as revalidated. Each request is sent to the server; none is served from the cache alone.
///
/// The cache is in memory and separate for each account: no account gets what was sent to another. When the cache is full, the
/// oldest entries are dropped. A body whose media type is JSON but that is not complete JSON is not cached, so that a damaged
/// body is never confirmed as valid.
public final class RevalidatingTransport: HTTPTransport {
    fileprivate struct Key: Hashable {
        let account: UserID?
        let url: String
        let accepted: String?
    }

    fileprivate struct Entry {
        let tag: EntityTag
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

    /// Creates a transport that revalidates over `transport`.
    ///
    /// - Parameters:
    ///   - transport: Carries the requests.
    ///   - capacity: The maximum size of the cached bodies in bytes, in at most 1,024 of them.
    ///   - account: Returns the account to which requests belong at the moment.
    public init(
        _ transport: any HTTPTransport,
        capacity: Int,
        account: @escaping @Sendable () async -> UserID?
    ) {
        self.transport = transport
        self.capacity = capacity
        self.account = account
    }

    /// Sends `request` with the cached `ETag`, if there is one. Returns the cached body after a 304.
    public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPAnswer {
        guard request.method == "GET", request[field: "If-None-Match"] == nil
        else { return try await transport.send(request) }

        let key = Key(
            account: await account(),
            url: request.url.absoluteString,
            accepted: request[field: "Accept"]
        )
        let known = known(key)
        var conditional = request
        if let known { conditional[field: "If-None-Match"] = known.tag.text }
        let answer = try await transport.send(conditional)
        // Another user may have signed in during the request.
        let isSameAccount = await account() == key.account
        switch (answer.status, known) {
        case (304, let known?):
            guard answer.entityTag?.strong ?? known.tag.strong == known.tag.strong else {
                // It confirms another body than the one in the cache.
                forget(key)
                return try await transport.send(request)
            }
            let confirmed = known.answer.confirmed(by: answer)
            if isSameAccount { keep(confirmed, key) }
            return confirmed
        case (200, _):
            if isSameAccount { keep(answer, key) }
            return answer
        default:
            return answer
        }
    }

    private func known(_ key: Key) -> Entry? {
        kept.withLock { kept in
            kept.uses += 1
            kept.entries[key]?.lastUse = kept.uses
            return kept.entries[key]
        }
    }

    private func forget(_ key: Key) {
        kept.withLock { $0.remove(key) }
    }

    private func keep(_ answer: HTTPAnswer, _ key: Key) {
        guard let tag = answer.entityTag, !answer.cacheDirectives.contains("no-store"),
            answer.body.count <= capacity, answer.isRevalidated || answer.isComplete
        else { return forget(key) }
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
    /// Whether the body matches its media type, as far as that can be checked.
    fileprivate var isComplete: Bool {
        guard mediaType == "application/json" else { return true }
        return (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
    }
}
