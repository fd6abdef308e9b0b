import Foundation
import Synchronization

/// Answers `GET /users/{id}/orders` and `GET /users/{id}/addresses`, page by page (docs/store-api.md).
final class UserListsDialect: SandboxDialect {
    private enum List: String {
        case orders, addresses
    }

    private struct Key: Hashable {
        let user: String
        let flaws: Set<RecordFlaw>
    }

    private let store: Store
    private let sessions: SessionStore
    private let now: @Sendable () -> Date
    /// Sorting and making 50,000 orders takes a while, and there may be a thousand pages of them.
    private let sorted = Mutex<[Key: [ListedRecord<StoreOrder>]]>([:])

    init(store: Store, sessions: SessionStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sessions = sessions
        self.now = now
    }

    func faults(on request: DialectRequest) -> Set<SandboxFault.Kind>? {
        guard target(request) != nil else { return nil }
        return request.method == "GET" ? SandboxFault.Kind.onLists : []
    }

    func answer(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async -> SandboxAnswer {
        guard let (list, user) = target(request) else { return Problem.unknownUser.answer }
        guard request.method == "GET" else { return Problem.method(allowed: "GET").answer }
        do throws(Problem) {
            _ = try await sessions.user(bearing: request)
            let page = try Page(request.parameters, of: "\(list)/\(user)")
            var text = JSONText()
            guard append(page, of: list, of: user, Set(faults.compactMap(\.flaw)), to: &text) else {
                throw .unknownUser
            }
            return answer(text.bytes, to: request, age: faults.contains(.stale) ? 2 * 24 * 3600 : 0)
        } catch {
            return error.answer
        }
    }

    func refusal(_ fault: SandboxFault.Kind) -> SandboxAnswer { Problem(fault).answer }

    func malformed() -> SandboxAnswer { SandboxAnswer(body: Data("[1,2,3]".utf8)) }

    private func target(_ request: DialectRequest) -> (list: List, user: String)? {
        guard let parts = request.segments, parts.count == 3, parts[0] == "users" else { return nil }
        return List(rawValue: parts[2]).map { ($0, parts[1]) }
    }

    /// - Parameters:
    ///   - records: The payload after `generated_at`, which the tag leaves out.
    ///   - age: How many seconds ago the answer claims to be made.
    private func answer(_ records: [UInt8], to request: DialectRequest, age: Int) -> SandboxAnswer {
        let tag = EntityTag.weak(records)
        var headers = ["ETag": tag, "Cache-Control": "private, no-cache"]
        if age > 0 { headers["Age"] = String(age) }
        if EntityTag.matches(tag, request.headers["if-none-match"]) {
            return SandboxAnswer(status: 304, contentType: nil, headers: headers, body: Data())
        }
        let moment = Int((now().timeIntervalSince1970 * 1000).rounded(.down)) - age * 1000
        var text = JSONText()
        text.append(json: #"{"generated_at":"#)
        text.append(milliseconds: moment, alwaysWithFraction: true)
        text.append(json: records)
        text.append(json: "}")
        return SandboxAnswer(headers: headers, body: Data(text.bytes))
    }

    /// `,"orders":[...],"next_page_token":"..."`; false if there is no such user.
    private func append(
        _ page: Page,
        of list: List,
        of user: String,
        _ flaws: Set<RecordFlaw>,
        to text: inout JSONText
    ) -> Bool {
        let count: Int
        switch list {
        case .orders:
            guard let orders = orders(Key(user: user, flaws: flaws)) else { return false }
            count = orders.count
            text.append(json: #","orders":"#)
            text.append(Array(orders.dropFirst(page.offset).prefix(page.size))) { text, listed in
                RestRecords.append(listed, flaws, to: &text)
            }
        case .addresses:
            guard let addresses = store.addresses(of: user) else { return false }
            let listed = ListedRecord.listed(addresses, flaws)
            count = listed.count
            text.append(json: #","addresses":"#)
            text.append(Array(listed.dropFirst(page.offset).prefix(page.size))) { text, listed in
                RestRecords.append(listed, to: &text)
            }
        }
        if let next = page.next(of: "\(list)/\(user)", count: count) {
            text.append(json: #","next_page_token":"#)
            text.append(plain: next)
        }
        return true
    }

    private func orders(_ key: Key) -> [ListedRecord<StoreOrder>]? {
        if let listed = sorted.withLock({ $0[key] }) { return listed }
        guard let orders = store.orders(of: key.user) else { return nil }
        let newestFirst = orders.sorted { ($1.created, $0.number) < ($0.created, $1.number) }
        let listed = ListedRecord.listed(newestFirst, key.flaws)
        sorted.withLock { $0[key] = listed }
        return listed
    }
}
