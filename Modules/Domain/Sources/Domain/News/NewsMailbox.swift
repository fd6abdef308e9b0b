import Synchronization

/// The news that one observer has not read yet: the latest state of each offer and of the connection, in the order in which
/// they arrived.
///
/// Its memory is bounded. If more than `limit` offers are unread, the one that has waited longest is dropped and counted.
public final class NewsMailbox: Sendable {
    /// What replaces what.
    fileprivate enum Subject: Hashable {
        case deal(DealID)
        case connection
    }

    fileprivate struct State {
        /// The unread news by the number under which they arrived.
        var unread: [Int: News] = [:]
        /// The numbers of the unread news, and of some that were replaced or read.
        var order: ArraySlice<Int> = []
        var numbers: [Subject: Int] = [:]
        var arrived = 0
        /// The connection that the observer read last.
        var read: NewsConnection?
        var dropped = 0
    }

    private let limit: Int
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    /// Creates an empty mailbox.
    ///
    /// - Parameter limit: The maximum number of unread offers; at least 1.
    public init(limit: Int = 1_000) {
        self.limit = max(1, limit)
        (arrivals, arrival) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a piece of news. It replaces an unread one about the same offer, or about the connection. A connection that is the
    /// same as the one that the observer read last is no news, and neither is what is already unread.
    public func put(_ news: News) {
        let isNews = state.withLock { $0.put(news, limit: limit) }
        if isNews { arrival.yield() }
    }

    /// Returns how many unread offers were dropped since the last call, and resets that count.
    public func takeDropped() -> Int {
        state.withLock { state in
            defer { state.dropped = 0 }
            return state.dropped
        }
    }

    /// Returns the news for one reader. Runs `work`, which puts them into this mailbox, until the reader's task is cancelled or
    /// nobody references the stream any more.
    public func news(from work: @escaping @Sendable (NewsMailbox) async -> Void) -> AsyncStream<News> {
        let source = NewsSource(self, work)
        return AsyncStream {
            if let news = self.take() { return news }
            for await _ in self.arrivals {
                if Task.isCancelled { break }
                if let news = self.take() { return news }
            }
            source.end()
            return nil
        } onCancel: {
            source.end()
        }
    }

    private func take() -> News? { state.withLock { $0.take() } }
}

extension NewsMailbox.State {
    fileprivate mutating func put(_ news: News, limit: Int) -> Bool {
        let subject = subject(of: news)
        // What is said again keeps its place: a connection stays before the offers that came over it.
        if let old = numbers[subject], unread[old] == news { return false }
        if let old = numbers.removeValue(forKey: subject) { unread[old] = nil }
        if case .connection(let connection) = news, connection == read { return false }
        if subject.isDeal, numbers.count - (numbers[.connection] == nil ? 0 : 1) >= limit { dropOldest() }
        arrived += 1
        unread[arrived] = news
        numbers[subject] = arrived
        order.append(arrived)
        // Numbers without unread news are removed now and then, so that they don't add up.
        if order.count > 2 * unread.count + 16 { order = ArraySlice(order.filter { unread[$0] != nil }) }
        return true
    }

    fileprivate mutating func take() -> News? {
        while let number = order.popFirst() {
            guard let news = unread.removeValue(forKey: number) else { continue }
            numbers[subject(of: news)] = nil
            if case .connection(let connection) = news { read = connection }
            return news
        }
        return nil
    }

    private mutating func dropOldest() {
        guard let index = order.firstIndex(where: { unread[$0].map { subject(of: $0).isDeal } ?? false }),
            let news = unread.removeValue(forKey: order.remove(at: index))
        else { return }
        numbers[subject(of: news)] = nil
        dropped += 1
    }

    private func subject(of news: News) -> NewsMailbox.Subject {
        switch news {
        case .deal(let deal): .deal(deal.id)
        case .ended(let id): .deal(id)
        case .connection: .connection
        }
    }
}

extension NewsMailbox.Subject {
    fileprivate var isDeal: Bool { if case .deal = self { true } else { false } }
}

/// The work behind a stream of news. It is cancelled with this object.
private final class NewsSource: Sendable {
    private let work: Task<Void, Never>

    init(_ mailbox: NewsMailbox, _ work: @escaping @Sendable (NewsMailbox) async -> Void) {
        self.work = Task { await work(mailbox) }
    }

    func end() { work.cancel() }

    deinit { work.cancel() }
}
