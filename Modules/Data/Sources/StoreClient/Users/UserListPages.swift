import Domain
import Foundation

/// Reads a user's list page by page (docs/store-api.md), all of it or nothing; as old as the oldest page.
///
/// Each page is told as `StoreFailure` says. JSON of another shape is malformed, and so is a page token that came before, or
/// more than a thousand pages.
struct UserListPages: Sendable {
    let baseURL: URL
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    private static let pageSize = 200
    private static let mostPages = 1000

    /// Every record of the list, in the order of the pages; those that can't be read, and those whose identity an earlier
    /// one has, are told by their place in the whole list.
    func records<Record: Decodable, Entity, Identity: Hashable>(
        _ list: String,
        of user: UserID,
        identity: KeyPath<Entity, Identity>,
        called identityName: String,
        read: (Record) throws(UnreadableField) -> Entity
    ) async throws(StoreFailure) -> Snapshot<[Entity]> {
        // What is a step in a path can't be a name in it.
        guard !["", ".", ".."].contains(user.rawValue) else { throw .unknownUser }
        var entities: [Entity] = []
        var unreadable: [FieldPath] = []
        var seen: Set<Identity> = []
        var freshness = Freshness.live
        var index = 0
        var tokens: Set<String> = []
        var token: String?
        repeat {
            let (page, age) = try await page(list, of: user, token, as: Record.self)
            freshness = freshness.older(age)
            for record in page.records {
                do throws(UnreadableField) {
                    guard let record else { throw UnreadableField([]) }
                    let entity = try read(record)
                    guard seen.insert(entity[keyPath: identity]).inserted else { throw UnreadableField(identityName) }
                    entities.append(entity)
                } catch {
                    unreadable.append(FieldPath([.field(list), .index(index)] + error.path))
                }
                index += 1
            }
            token = page.next
            if let token, !tokens.insert(token).inserted || tokens.count >= Self.mostPages { throw .malformed }
        } while token != nil
        if Task.isCancelled { throw .cancelled }
        return Snapshot(entities, freshness: freshness, unreadable: unreadable)
    }

    private func page<Record: Decodable>(
        _ list: String,
        of user: UserID,
        _ token: String?,
        as type: Record.Type
    ) async throws(StoreFailure) -> (Page<Record>, Freshness) {
        var query = [(name: "page_size", value: "\(Self.pageSize)")]
        if let token { query.append((name: "page_token", value: token)) }
        guard let url = baseURL.endpoint(["users", user.rawValue, list], query: query) else { throw .unavailable }
        let start = now()
        let answer = try await transport.answer(to: HTTPRequest(url: url, headers: ["Accept": "application/json"]))
        try answer.expectJSON()
        let decoder = JSONDecoder()
        decoder.userInfo[.list] = list
        guard let page = try? decoder.decode(Page<Record>.self, from: answer.body) else { throw .malformed }
        return (page, Freshness(of: answer, generatedAt: page.generatedAt, requestedAt: start))
    }
}
