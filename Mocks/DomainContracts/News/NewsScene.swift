import Domain

/// An observer of Ada's news, in words of the rows.
final class NewsScene {
    private let contract: NewsContract
    private let arranged: NewsArrangement
    private let updates: UpdatesUnderWay<News>

    init(contract: NewsContract, arranged: NewsArrangement) {
        self.contract = contract
        self.arranged = arranged
        updates = UpdatesUnderWay(arranged.observe.news(for: ada), contract.timeLimit)
    }

    /// Returns another observer of the same store.
    func another() -> NewsScene { NewsScene(contract: contract, arranged: arranged) }

    func tell(_ event: NewsStoreEvent) async throws { try await arranged.tell(event) }

    func expect(_ news: News) async throws {
        let found = try await updates.next()
        if found != news { throw Mismatch(expected: "\(news)", found: "\(found)") }
    }

    func expectInAnyOrder(_ news: [News]) async throws {
        var found: [News] = []
        for _ in news { found.append(try await updates.next()) }
        try expectSame(found, news)
    }

    /// Waits for a piece of news, after any news about the connection.
    func expectSoon(_ news: News) async throws {
        var found = try await updates.next()
        while found != news, case .connection = found { found = try await updates.next() }
        if found != news { throw Mismatch(expected: "\(news)", found: "\(found)") }
    }

    /// Publishes one more offer, which must be the next news.
    func expectNothingBeforeMarker() async throws {
        try await tell(.publishes(NewsExample.marker))
        try await expect(.deal(NewsExample.marker))
    }

    /// Cancels the task of the observer, and waits for the end of its news.
    func end() async throws {
        updates.cancel()
        try await updates.end()
    }
}
