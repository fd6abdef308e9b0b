import Foundation
import LoopbackHTTP
import Synchronization

/// Responds to `GET /users/{id}/{list}` for each of `StoreLists`, page by page.
final class UserListsDialect: RestDialect {
    private struct Key: Hashable {
        let list: String
        let user: String
        let flaws: Set<RecordFlaw>
    }

    private let store: Store
    private let sessions: SessionStore
    private let now: @Sendable () -> Date
    /// The lists with their flaws. Creating and sorting 50,000 orders takes a while, and a list may have a thousand pages.
    private let listed = Mutex<[Key: ListedRecords]>([:])

    init(store: Store, sessions: SessionStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sessions = sessions
        self.now = now
        // The long list is created before the first request, which would have to wait for it.
        _ = records(StoreLists.orders, Key(list: StoreLists.orders.name, user: SandboxAccount.demo.user, flaws: []))
    }

    func methods(at request: DialectRequest) -> [String: Set<SandboxFault.Kind>]? {
        target(request).map { _ in ["GET": SandboxFault.Kind.onLists] }
    }

    func respond(_ request: DialectRequest, _ faults: Set<SandboxFault.Kind>) async throws(Problem) -> SandboxAnswer {
        guard let (list, user) = target(request) else { throw .unknownUser }
        _ = try await sessions.user(bearing: request)
        let page = try Page(request.parameters, of: "\(list.name)/\(user)")
        guard let records = records(list, Key(list: list.name, user: user, flaws: Set(faults.compactMap(\.flaw))))
        else {
            throw .unknownUser
        }
        let fields = JSONText.fields { text in
            text.name(list.name)
            records.append(page.offset..<page.offset + page.size, to: &text)
            text.field("total_count", records.count)
            if let next = page.next(of: "\(list.name)/\(user)", count: records.count) {
                text.field("next_page_token", plain: next)
            }
        }
        return RestPayload.answer(fields, to: request, now: now(), age: RestPayload.age(faults))
    }

    private func target(_ request: DialectRequest) -> (list: UserList, user: String)? {
        guard let parts = request.segments, parts.count == 3, parts[0] == "users" else { return nil }
        return StoreLists.all.first { $0.name == parts[2] }.map { ($0, parts[1]) }
    }

    private func records(_ list: UserList, _ key: Key) -> ListedRecords? {
        if let records = listed.withLock({ $0[key] }) { return records }
        guard let records = list.records(of: key.user, in: store, key.flaws) else { return nil }
        listed.withLock { $0[key] = records }
        return records
    }
}
